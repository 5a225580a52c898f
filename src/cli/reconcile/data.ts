import type { DataIdentity } from "../../node/files/data-identity.ts";
import type { LedgerRun } from "../../node/reconciliation/keys/disclosure-ledger.ts";
import type { Party } from "../../node/reconciliation/messages/headers.ts";

/** An end's data with their identity, which is found when it is first asked for: that takes a look at all of the file. */
export interface Identified {
  /** What the header of a journal says of the data. @param length in bits or values. */
  header(length: number): Promise<{ length: number; sha256: string }>;
  /** The data's entry for the ledger. */
  data(): Promise<LedgerRun["data"][number]>;
}

/** The data of an end; nothing if its file is not here. */
export function identified<File extends { readonly path: string }>(
  party: Party,
  file: File | undefined,
  identityOf: (file: File) => Promise<DataIdentity>,
): Identified | undefined {
  if (file === undefined) return undefined;
  let found: Promise<DataIdentity> | undefined;
  const identity = () => {
    found ??= identityOf(file);
    return found;
  };
  return {
    header: async (length) => ({ length, sha256: (await identity()).sha256 }),
    data: async () => ({ party, file: file.path, identity: await identity() }),
  };
}

/** The items that are defined. */
export function present<T>(...items: (T | undefined)[]): T[] {
  return items.filter((item) => item !== undefined);
}
