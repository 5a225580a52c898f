import { readFileSync } from "node:fs";
import { z } from "zod";
import { InputError } from "../../../errors.ts";
import { jsonValue } from "../../../json.ts";
import { COUNT, HEX_DIGEST, HEX_SALT } from "../messages/header-fields.ts";

const ENTRY = z.strictObject({
  format: z.literal("gfq-ldpc told"),
  version: z.literal(1),
  /** Id of the run's syndrome file. */
  run: HEX_DIGEST,
  /** The use of the data: id of the disclosed file if values were disclosed, else of the first run's syndrome file. */
  root: HEX_DIGEST,
  /** Where the root is a disclosed file: id of the first run's syndrome file; nothing in the entry of the disclosed file itself. */
  first: HEX_DIGEST.optional(),
  /** Id of the run whose failed blocks this one retries. */
  parent: HEX_DIGEST.optional(),
  /** Id of the verdict that lists these blocks. */
  parentVerdict: HEX_DIGEST.optional(),
  /** Id of the key that authenticates all messages of the run; nothing if none does. */
  auth: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
  /** Whose data these are. */
  party: z.enum(["alice", "bob"]),
  /** Name of the run's folder on this machine. */
  folder: z.string(),
  /** When the run began, ISO 8601. */
  begun: z.string(),
  /** `begun`: no message has left the folder yet. `told`: a finished file may be public. Words of a stored format. */
  state: z.enum(["begun", "told"]),
  data: z.strictObject({ sha256: HEX_DIGEST, marks: z.array(z.string().regex(/^[0-9a-f]{16}$/)) }),
  /** Which values `run` has disclosed, if it is a disclosed file: they are used up, in any key. */
  disclosed: z.strictObject({ every: COUNT.min(2), seed: HEX_SALT, values: COUNT }).optional(),
  /** Public bits: linear functions of the data, of all blocks, that this run has made public, at most. */
  publicBits: COUNT,
  /** One-time bits that the messages of this run have used up at this end. */
  spentBits: COUNT.default(0),
  /** Number of verdicts about this run. */
  verdicts: COUNT,
  /** Id of the verdict that the key was made by. */
  key: HEX_DIGEST.optional(),
  /** The keys of the run's verdicts, from which the secret length of a retry follows. */
  keys: z
    .array(
      z.strictObject({
        verdict: HEX_DIGEST,
        /** m: bits of the key. */
        keptBits: COUNT,
        /** Bits that they lose to Eve by messages. */
        leakedBits: COUNT,
        /** Secret bits that a summary promised; nothing if it promised none. */
        secretBits: COUNT.optional(),
      }),
    )
    .default([]),
});

/** A key of a run in the ledger. */
export type LedgerKey = z.infer<typeof ENTRY>["keys"][number];

/** The public information about one end's data in one run. */
export type DisclosureEntry = z.infer<typeof ENTRY>;

/**
 * Whether an entry and a beginning run belong to one use of the data: to one first run, its retries and the estimate
 * before it.
 */
export function isOfOneRun(
  entry: DisclosureEntry,
  { root, first }: { readonly root: string; readonly first?: string },
): boolean {
  return entry.root === root && (entry.first === undefined || first === undefined || entry.first === first);
}

/** An entry. @throws InputError if it cannot be read as one. */
export function readEntry(path: string): DisclosureEntry {
  try {
    return ENTRY.parse(jsonValue(readFileSync(path, "utf8"), { file: path }));
  } catch {
    throw new InputError(
      "is damaged: the used data are unknown without it; restore it, or remove it if its data are destroyed",
      { file: path },
    );
  }
}

/** Why data cannot be used. @param whole whether they are the very same. */
export function usedAlready(
  { run, begun, folder, state, disclosed }: DisclosureEntry,
  file: string,
  whole: boolean,
): InputError {
  const what = whole ? "was" : "has parts that were";
  if (disclosed !== undefined) {
    return new InputError(
      `${what} disclosed already (file ${run.slice(0, 16)} of ${begun.slice(0, 10)}, folder ${JSON.stringify(folder)}, one group in ${disclosed.every}): go on from that file, or take fresh data`,
      { file },
    );
  }
  const where = `run ${run.slice(0, 16)} of ${begun.slice(0, 10)}, folder ${JSON.stringify(folder)}`;
  const remedy =
    state === "begun"
      ? "it is unfinished: go on with it, or drop it there with --force"
      : "what a second run tells adds up with what is public, and may tell the key: take fresh data, or retry the run by ldpc key retry";
  return new InputError(`${what} used already (${where}); ${remedy}`, { file });
}

/** Why a run can have no other verdict than that of its key. @param other a verdict that came. */
export function keyMade(run: string, verdict: string, reason: string, other?: string): InputError {
  const instead = other === undefined ? "" : `, not by ${other.slice(0, 16)}`;
  return new InputError(
    `the key of run ${run.slice(0, 16)} was made by verdict ${verdict.slice(0, 16)}${instead}: ${reason}`,
  );
}

/**
 * Security is decided for a run, not for a command: otherwise an end that leaves `--auth-key` out would take a forged
 * message for one of the run's.
 * @param auth id of the key of the present step.
 * @throws InputError if the run has another key, or none.
 */
export function requireSameAuth(entry: Pick<DisclosureEntry, "run" | "auth">, auth: string | undefined): void {
  if (entry.auth === auth) return;
  const run = `run ${entry.run.slice(0, 16)} was begun`;
  throw new InputError(
    entry.auth === undefined
      ? `${run} without --auth-key: its first messages are not authenticated, so no step of it can be; begin with fresh data`
      : `${run} with key ${entry.auth}: give its file as --auth-key in every step of the run${auth === undefined ? "" : `, not that of key ${auth}`}`,
  );
}

/** @throws InputError if the run has its key. */
export function requireNoKey({ run, key }: Pick<DisclosureEntry, "run" | "key">): void {
  if (key !== undefined) throw keyMade(run, key, "another verdict would disclose more of it");
}

/** Why blocks cannot be retried. */
export function retriedAlready(parent: string, retry: string, folder?: string): InputError {
  const where = folder === undefined ? "" : ` (folder ${JSON.stringify(folder)})`;
  return new InputError(
    `the blocks that failed in run ${parent.slice(0, 16)} were retried already, in run ${retry.slice(0, 16)}${where}: go on from that one`,
  );
}
