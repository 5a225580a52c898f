import type { DataIdentity } from "../../files/data-identity.ts";
import type { LedgerRun } from "../../files/keys/disclosure-ledger.ts";
import type { Party } from "../../files/messages/headers.ts";

/** Data of an end with their identity. Computing the identity reads the whole file, so it happens at the first use. */
export interface Identified {
  /** Entry of the data in the header of a journal. @param length length in bits or values. */
  header(length: number): Promise<{ length: number; sha256: string }>;
  /** Entry of the data in the ledger. */
  data(): Promise<LedgerRun["data"][number]>;
}

/** The data of an end; undefined if the other end has the file. */
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

/** The items that are not undefined. */
export function present<T>(...items: (T | undefined)[]): T[] {
  return items.filter((item) => item !== undefined);
}
