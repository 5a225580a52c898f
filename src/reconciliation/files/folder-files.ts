import { existsSync } from "node:fs";
import { join } from "node:path";
import { requireNewFile } from "../../node/disk/new-file.ts";
import { isOfValues, JOURNAL, type JournalHeader, type Party, partyOf, type Role } from "./messages/headers.ts";
import { RecordWriter } from "./messages/record-writer.ts";
import { isBegun } from "./resumable-file.ts";

/** Names of the files in a folder of `ldpc key`. */
const NAMES = {
  disclosed: "disclosed.ldpc",
  syndromes: "syndromes.ldpc",
  verdict: "verdict.ldpc",
  confirmation: "confirmation.ldpc",
  alice: "alice.key",
  bob: "bob.key",
  alicePending: "alice.pending",
  bobPending: "bob.pending",
  secret: "bob.bin",
  private: "private.bin",
  report: "blocks.csv",
  journal: "journal.ldpc",
} as const;

/** A file in a folder of `ldpc key`. */
export type ReconciliationFile = keyof typeof NAMES;

/** Path of a file in a folder of `ldpc key`. */
export function reconciliationFile(folder: string, file: ReconciliationFile): string {
  return join(folder, NAMES[file]);
}

/** The subject of a run in a folder. */
export interface FolderRun {
  readonly folder: string;
  readonly header: JournalHeader;
  /**
   * The ends present: the reference end makes the syndrome file, the decoding end the verdict and its key, which is
   * pending until the reference end confirms it; both ends together make both keys. A reference end that is alone also
   * keeps its drawn bits: for values the random bits, from which its key is made later, and the bits of punctured
   * positions, which a retry reveals.
   */
  readonly ends: Readonly<Record<Role, boolean>>;
  /** Overwrites finished files. */
  readonly force: boolean;
  /** Id of the syndrome file, and its hashes [block][hashBits/8], if another process made it. */
  readonly received?: { readonly id: string; hashes(first: number, count: number): Promise<Uint8Array> };
}

/**
 * The header of an unfinished run in the folder; undefined without such a run. @throws InputError if it cannot be read.
 */
export function unfinishedRun(folder: string): JournalHeader | undefined {
  const path = reconciliationFile(folder, "journal");
  if (!isBegun(path)) return undefined;
  const journal = RecordWriter.reopen(path, JOURNAL);
  journal?.close();
  return journal?.header;
}

/** Forgets an unfinished run; its files are begun anew by the next one. */
export function dropUnfinishedRun(folder: string): void {
  RecordWriter.reopen(reconciliationFile(folder, "journal"), JOURNAL)?.discard();
}

/** The decoding end's key, until the reference end confirms it. */
export const PENDING = { alice: "alicePending", bob: "bobPending" } as const satisfies Record<
  Party,
  ReconciliationFile
>;

/** The files that a run makes, without the journal, by their purpose. */
export function madeFiles({
  ends,
  header,
}: FolderRun): Partial<Record<"syndromes" | "verdict" | "report" | "secret" | "private" | Role, ReconciliationFile>> {
  const ofValues = isOfValues(header.stream);
  const decoder = partyOf("decoding", ofValues);
  return {
    ...(ends.reference && { syndromes: "syndromes" }),
    ...(ends.decoding && { verdict: "verdict" }),
    ...(ends.reference && ends.decoding && { reference: partyOf("reference", ofValues) }),
    ...(ends.decoding && { decoding: ends.reference ? decoder : PENDING[decoder], report: "report" }),
    ...(ends.reference && !ends.decoding && ofValues && { secret: "secret" }),
    ...(ends.reference && !ends.decoding && header.stream.punctured > 0 && { private: "private" }),
  };
}

/** @throws InputError if a finished file would be overwritten. */
export function requireFree(run: FolderRun): void {
  const { folder, force } = run;
  const isResumed = isBegun(reconciliationFile(folder, "journal"));
  for (const file of Object.values(madeFiles(run))) {
    const path = reconciliationFile(folder, file);
    // In an unfinished run, a file without its part was finished by this very run, whose process ended a moment later.
    const isOther = existsSync(path) && (!isResumed || isBegun(path));
    if (isOther) requireNewFile(path, force);
  }
}
