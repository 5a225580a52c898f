import { resolve } from "node:path";
import type { Argv } from "yargs";
import { InputError } from "../errors.ts";
import { type CodeFileArguments, withCodeFileOptions } from "./code-options.ts";
import { type EngineArguments, withEngineOptions } from "./engine-options.ts";

/** The command line of `reconcile`. Numbers are texts, which are read later. */
export interface ReconcileArguments extends CodeFileArguments, EngineArguments {
  readonly alice?: string;
  readonly bob?: string;
  readonly syndromes?: string;
  readonly verdict?: string;
  readonly out: string;
  readonly bits?: string;
  readonly code?: string;
  readonly family?: string;
  readonly qber?: string;
  readonly punctured?: string;
  readonly shortened?: string;
  readonly adapt?: string;
  readonly efficiency?: string;
  readonly hashBits?: string;
  readonly seed?: string;
  readonly salt?: string;
  readonly decoder?: string;
  readonly iterations?: string;
  readonly force: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

/**
 * Sum-product, since what it corrects others may not; layered, since it needs half the iterations; products of tanh in f16,
 * since they fail no more often than flooding f32 (doc/qkd.md) and are its fastest form on a GPU (doc/performance.md).
 */
export const RECONCILIATION_DECODER = "sum-product form=tanh messages=f16 schedule=layered iterations=31";
export const DEFAULT_HASH_BITS = 64;
export const DEFAULT_SEED = 1;

/** Adds the options of `reconcile`. */
export function withReconcileOptions<T>(yargs: Argv<T>): Argv<T & ReconcileArguments> {
  const text = { type: "string", requiresArg: true } as const;
  const flag = { type: "boolean", default: false } as const;
  return withEngineOptions(withCodeFileOptions(yargs))
    .option("alice", { ...text, describe: "Alice's sifted bits: packed, first bit highest" })
    .option("bob", { ...text, describe: "Bob's, of the same length" })
    .option("syndromes", { ...text, describe: "syndrome file from Alice's side" })
    .option("verdict", { ...text, describe: "verdict file from Bob's side" })
    .option("out", { ...text, default: "reconciled", describe: "folder to write to" })
    .option("bits", { ...text, describe: "length of the strings, if they do not end with a byte" })
    .option("code", { ...text, describe: "name or file of the code" })
    .option("family", { ...text, describe: "choose the code by the QBER: dvbs2, wifi, wimax, … or all" })
    .option("qber", { ...text, describe: "error rate between the two strings, as estimated: 0.03" })
    .describe("columns", "columns of H that are used; all, if no columns are parity columns [information]")
    .option("punctured", { ...text, describe: "positions of a block with Alice's private random bits [0]" })
    .option("shortened", { ...text, describe: "positions of a block that are zero [0]" })
    .option("adapt", { ...text, describe: "so many positions punctured or shortened, as --efficiency wants it" })
    .option("efficiency", { ...text, describe: "leaked bits over the least possible, for --adapt: 1.2" })
    .option("hash-bits", { ...text, describe: `bits of the hash of a block [${DEFAULT_HASH_BITS}]` })
    .option("seed", { ...text, describe: `of the choice of punctured and shortened positions [${DEFAULT_SEED}]` })
    .option("salt", { ...text, describe: "of the hashes, 32 hexadecimal digits [random]" })
    .option("decoder", { ...text, describe: `Bob's decoder, with its options as words [${RECONCILIATION_DECODER}]` })
    .option("iterations", { ...text, describe: "decoding iterations at most [31]" })
    .option("force", { ...flag, describe: "overwrite files, drop an unfinished run with other options" })
    .option("json", { ...flag, describe: "print JSON instead of text" })
    .option("quiet", { ...flag, describe: "no progress on stderr" });
}

/** What is to be done, by the files that are given. */
export type ReconcileTask =
  | { readonly kind: "both"; readonly alice: string; readonly bob: string }
  | { readonly kind: "alice"; readonly alice: string }
  | { readonly kind: "bob"; readonly bob: string; readonly syndromes: string }
  | { readonly kind: "key"; readonly alice: string; readonly syndromes: string; readonly verdict: string };

/** @throws InputError for files that make no task together, or anything that is given twice. */
export function reconcileTask(options: ReconcileArguments): ReconcileTask {
  // yargs makes a list of an option that is given several times.
  const repeated = Object.keys(options).find(
    (key) => key !== "_" && Array.isArray(options[key as keyof typeof options]),
  );
  if (repeated !== undefined) throw new InputError(`--${repeated} is given more than once: say it once`);
  const { alice, bob, syndromes, verdict } = options;
  const given = Object.entries({ alice, bob, syndromes, verdict }).filter(([, path]) => path !== undefined);
  requireDifferent(given as [string, string][]);
  const names = given.map(([option]) => option).join(" ");
  if (alice !== undefined && bob !== undefined && names === "alice bob") return { kind: "both", alice, bob };
  if (alice !== undefined && names === "alice") return { kind: "alice", alice };
  if (bob !== undefined && syndromes !== undefined && names === "bob syndromes") return { kind: "bob", bob, syndromes };
  if (alice !== undefined && syndromes !== undefined && verdict !== undefined && bob === undefined) {
    return { kind: "key", alice, syndromes, verdict };
  }
  const files = given.map(([option]) => `--${option}`).join(" ") || "no file";
  throw new InputError(
    `${files}: give --alice and --bob, --alice alone, --bob and --syndromes, or --alice, --syndromes and --verdict`,
  );
}

function requireDifferent(given: readonly (readonly [string, string])[]): void {
  const seen = new Map<string, string>();
  for (const [option, path] of given) {
    const other = seen.get(resolve(path));
    if (other !== undefined) throw new InputError(`--${option} ${path} is the file of --${other} too: choose another`);
    seen.set(resolve(path), option);
  }
}
