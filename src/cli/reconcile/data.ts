import type { DataIdentity } from "../../node/files/data-identity.ts";
import type { LedgerRun } from "../../node/reconciliation/keys/disclosure-ledger.ts";
import type { Party } from "../../node/reconciliation/messages/headers.ts";

/** An end's data with their identity. The identity is computed at its first use, because that reads the whole file. */
export interface Identified {
  /** The data's entry in the header of a journal. @param length in bits or values. */
  header(length: number): Promise<{ length: number; sha256: string }>;
  /** The data's entry for the ledger. */
  data(): Promise<LedgerRun["data"][number]>;
}

/** The data of an end; undefined if its file is at the other end. */
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
