import { resolve } from "node:path";
import type { Argv } from "yargs";
import { InputError } from "../errors.ts";
import { BIT_FORMATS, type BitFormat } from "../node/bit-formats.ts";
import { partyOf } from "../node/reconciliation-headers.ts";
import type { DetectorTrust } from "../reconciliation/cv-secret-key.ts";
import { type CodeFileArguments, withCodeFileOptions } from "./code-options.ts";
import { type EngineArguments, withEngineOptions } from "./engine-options.ts";
import { requireEstimating } from "./reconcile-estimating.ts";

/** The command line of `reconcile`. Numbers are texts, which are read later. */
export interface ReconcileArguments extends CodeFileArguments, EngineArguments {
  readonly alice?: string;
  readonly bob?: string;
  readonly syndromes?: string;
  readonly verdict?: string;
  readonly confirmation?: string;
  readonly further?: string;
  readonly retry?: string;
  readonly private?: string;
  readonly cv: boolean;
  readonly snr?: string;
  readonly disclose?: string;
  readonly disclosed?: string;
  readonly epsilonPe?: string;
  readonly shotNoise?: string;
  readonly resolution?: string;
  readonly out: string;
  readonly bits?: string;
  readonly inputFormat?: BitFormat;
  readonly code?: string;
  readonly family?: string;
  readonly qber?: string;
  readonly punctured?: string;
  readonly shortened?: string;
  readonly adapt?: string;
  readonly efficiency?: string;
  readonly hashBits?: string;
  readonly seed?: string;
  readonly interleave?: boolean;
  readonly leastHashBits?: string;
  readonly phaseError?: string;
  readonly phaseSample?: string;
  readonly secrecy?: string;
  readonly modulationVariance?: string;
  readonly transmittance?: string;
  readonly excessNoise?: string;
  readonly detectorEfficiency?: string;
  readonly electronicNoise?: string;
  readonly detector?: DetectorTrust;
  readonly decoder?: string;
  readonly iterations?: string;
  readonly authKey?: string;
  readonly ledger?: string;
  readonly forget: boolean;
  readonly force: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

/**
 * Sum-product, since what it corrects others may not; layered, since it needs half the iterations; products of tanh in f16,
 * since they fail no more often than flooding f32 (doc/papers/qkd.md) and are its fastest form on a GPU (doc/performance.md).
 */
export const RECONCILIATION_DECODER = "sum-product form=tanh messages=f16 schedule=layered iterations=31";
/** As many iterations as the codes of the lowest rates take (doc/papers/cv-qkd.md); words that are done leave earlier. */
export const CV_DECODER = "sum-product form=tanh messages=f16 schedule=layered iterations=100";
/** ε_sec if --secrecy is not given. */
export const DEFAULT_SECRECY = 1e-10;
/** ε_PE if --epsilon-pe is not given. */
export const DEFAULT_EPSILON_PE = 1e-10;
/** A filter: what passes it is found by the hash of the whole key. */
export const DEFAULT_HASH_BITS = 32;
export const DEFAULT_SEED = 1;

/** Adds the options of `reconcile`. */
export function withReconcileOptions<T>(yargs: Argv<T>): Argv<T & ReconcileArguments> {
  const text = { type: "string", requiresArg: true } as const;
  const flag = { type: "boolean", default: false } as const;
  return withEngineOptions(withCodeFileOptions(yargs))
    .option("alice", { ...text, describe: "Alice's sifted bits, as --input-format says" })
    .option("bob", { ...text, describe: "Bob's, of the same length" })
    .option("syndromes", { ...text, describe: "syndrome file from Alice's side" })
    .option("verdict", { ...text, describe: "verdict file from Bob's side" })
    .option("confirmation", {
      ...text,
      describe: "confirmation file from Alice's side: Bob's pending key in --out becomes his key",
    })
    .option("retry", {
      ...text,
      describe:
        "Alice, with --syndromes and --verdict: tell so many bits more of each block that failed, for Bob's --further: 60",
    })
    .option("private", { ...text, describe: "retry: private.bin of the first run, if positions were punctured" })
    .option("further", { ...text, describe: "Bob, with --syndromes of the first run: the syndrome file of a --retry" })
    .option("cv", {
      ...flag,
      describe:
        "continuous variables, reverse reconciliation: --alice and --bob hold Gaussian values (.npy, .f32, .f64), the syndromes are Bob's and the verdict is Alice's",
    })
    .option("snr", { ...text, describe: "cv: SNR of the values, linear, ρ²/(1 − ρ²): 0.161" })
    .option("disclose", {
      ...text,
      describe:
        "cv: make one group of eight values in so many public, which are left out, to estimate SNR, T and ξ from: 10. With --alice alone for Bob's --disclosed",
    })
    .option("disclosed", { ...text, describe: "cv, Bob: disclosed file from Alice's side, instead of --snr" })
    .option("epsilon-pe", {
      ...text,
      describe: `cv: ε_PE, the probability that T is less or ξ more than the worst case of the estimate [${DEFAULT_EPSILON_PE}]`,
    })
    .option("shot-noise", {
      ...text,
      describe: "cv: variance of the vacuum in the square of the unit of Bob's file, to estimate T and ξ: 1",
    })
    .option("resolution", {
      ...text,
      describe: "cv: step of Bob's values if they are digitised, in the file's unit: secret dither is added",
    })
    .option("out", { ...text, default: "reconciled", describe: "folder to write to" })
    .option("bits", { ...text, describe: "length of the strings, if they do not end with a byte" })
    .option("input-format", {
      choices: BIT_FORMATS,
      requiresArg: true,
      describe:
        "of the bits: packed, the first the highest of its byte; text, characters 0 and 1; bytes 0 and 1 [packed]",
    })
    .option("code", { ...text, describe: "name or file of the code" })
    .option("family", { ...text, describe: "choose the code by the QBER: dvbs2, wifi, wimax, … or all" })
    .option("qber", { ...text, describe: "error rate between the two strings, as estimated: 0.03" })
    .describe("columns", "columns of H that are used; all, if no columns are parity columns [information]")
    .option("punctured", { ...text, describe: "positions of a block with Alice's private random bits [0]" })
    .option("shortened", { ...text, describe: "positions of a block that are zero [0]" })
    .option("adapt", { ...text, describe: "so many positions punctured or shortened, as --efficiency wants it" })
    .option("efficiency", { ...text, describe: "leaked bits over the least possible, for --adapt: 1.2" })
    .option("hash-bits", {
      ...text,
      describe: `bits of the hash of a block, which tells wrong blocks apart before the whole key is hashed [${DEFAULT_HASH_BITS}]`,
    })
    .option("least-hash-bits", {
      ...text,
      describe: `refuse a syndrome file with shorter hashes of blocks [${DEFAULT_HASH_BITS}]`,
    })
    .option("seed", { ...text, describe: `of the choice of punctured and shortened positions [${DEFAULT_SEED}]` })
    .option("interleave", {
      type: "boolean",
      describe:
        "Alice: spread bursts of errors over many blocks, by a public permutation drawn at random; the syndrome file tells it to Bob",
    })
    .option("phase-error", {
      ...text,
      describe: "share of phase errors, for the secret length: an upper bound, or measured in --phase-sample bits",
    })
    .option("phase-sample", { ...text, describe: "bits of the other basis in which --phase-error was measured: 1e6" })
    .option("secrecy", { ...text, describe: `ε_sec of the secret length [${DEFAULT_SECRECY}]` })
    .option("modulation-variance", { ...text, describe: "cv, for the secret length: V_A in shot-noise units" })
    .option("transmittance", { ...text, describe: "cv: T of the channel, the least that is possible" })
    .option("excess-noise", { ...text, describe: "cv: excess noise at its input, the most that is possible" })
    .option("detector-efficiency", { ...text, describe: "cv: η of Bob's detector" })
    .option("electronic-noise", { ...text, describe: "cv: v_el of Bob's detector, in shot-noise units" })
    .option("detector", {
      choices: ["trusted", "untrusted"] as const,
      requiresArg: true,
      describe: "cv: whether Eve has a part in losses and noise of Bob's detector [untrusted]",
    })
    .option("decoder", { ...text, describe: `Bob's decoder, with its options as words [${RECONCILIATION_DECODER}]` })
    .option("iterations", { ...text, describe: "decoding iterations at most [31]" })
    .option("auth-key", {
      ...text,
      describe:
        "secret file that both ends share: tags what passes between them, 32 bytes a message. Without it messages are not authenticated",
    })
    .option("ledger", {
      ...text,
      describe: "folder that remembers which data were used [$XDG_STATE_HOME/gfq-ldpc/reconcile]",
    })
    .option("forget", {
      ...flag,
      describe:
        "with --verdict: delete bob.bin and private.bin of --out once the key is there; failed blocks are lost then",
    })
    .option("force", {
      ...flag,
      describe: "overwrite files, drop an unfinished run with other options; data that were used stay refused",
    })
    .option("json", { ...flag, describe: "print JSON instead of text" })
    .option("quiet", { ...flag, describe: "no progress on stderr" });
}

/** What is to be done, by the files that are given: paths by whose they are to the key. */
export type ReconcileTask =
  | { readonly kind: "both"; readonly reference: string; readonly decoding: string }
  | { readonly kind: "disclose"; readonly values: string }
  | { readonly kind: "reference"; readonly reference: string; readonly disclosed?: string }
  | { readonly kind: "decoding"; readonly decoding: string; readonly syndromes: string; readonly further?: string }
  | { readonly kind: "key"; readonly reference: string; readonly syndromes: string; readonly verdict: string }
  | { readonly kind: "retry"; readonly reference: string; readonly syndromes: string; readonly verdict: string }
  | { readonly kind: "deliver"; readonly confirmation: string };

/** What a task of blocks reads beside options. */
export type BlockTask = Exclude<ReconcileTask, { kind: "disclose" | "key" | "retry" | "deliver" }>;

/**
 * @throws InputError for files that make no task together, options of bits with values or the other way round, or anything that is
 * given twice.
 */
export function reconcileTask(options: ReconcileArguments): ReconcileTask {
  // yargs makes a list of an option that is given several times.
  const repeated = Object.keys(options).find(
    (key) => key !== "_" && Array.isArray(options[key as keyof typeof options]),
  );
  if (repeated !== undefined) throw new InputError(`--${repeated} is given more than once: say it once`);
  requireFitting(options);
  const { syndromes, verdict, confirmation, further, cv } = options;
  const given = FILES.flatMap((option): [FileOption, string][] => {
    const path = options[option];
    return path === undefined ? [] : [[option, path]];
  });
  requireDifferent(given);
  if (options.forget && (verdict === undefined || options.retry !== undefined)) {
    throw new InputError("--forget is for the step that makes the key, with --verdict: leave it out");
  }
  for (const option of ["retry", "private"] as const) {
    if (options[option] === undefined || (verdict !== undefined && (option === "retry" || options.retry !== undefined)))
      continue;
    throw new InputError(
      option === "retry"
        ? "--retry goes with --syndromes and --verdict, which say what failed"
        : "--private is for --retry: leave it out",
    );
  }
  const [referenceOption, decodingOption] = [partyOf("reference", cv), partyOf("decoding", cv)];
  const { [referenceOption]: reference, [decodingOption]: decoding } = options;
  const isGiven = (...options: FileOption[]) => {
    const wanted = new Set(options);
    return given.length === wanted.size && given.every(([option]) => wanted.has(option));
  };
  requireEstimating(options, { apart: isGiven(referenceOption, "disclosed"), both: isGiven("alice", "bob") });
  if (isGiven(referenceOption)) return { kind: "reference", reference: reference! };
  if (isGiven(referenceOption, "disclosed")) {
    return { kind: "reference", reference: reference!, disclosed: options.disclosed! };
  }
  if (isGiven(decodingOption) && options.disclose !== undefined) return { kind: "disclose", values: decoding! };
  if (isGiven("alice", "bob")) return { kind: "both", reference: reference!, decoding: decoding! };
  if (isGiven(decodingOption, "syndromes")) return { kind: "decoding", decoding: decoding!, syndromes: syndromes! };
  if (isGiven(decodingOption, "syndromes", "further")) {
    return { kind: "decoding", decoding: decoding!, syndromes: syndromes!, further: further! };
  }
  if (isGiven(referenceOption, "syndromes", "verdict")) {
    return {
      kind: options.retry === undefined ? "key" : "retry",
      reference: reference!,
      syndromes: syndromes!,
      verdict: verdict!,
    };
  }
  if (isGiven("confirmation")) return { kind: "deliver", confirmation: confirmation! };
  const files = given.map(([option]) => `--${option}`).join(" ") || "no file";
  throw new InputError(
    `${files}: give --alice and --bob, --${referenceOption} alone, --${decodingOption} and --syndromes, or --${referenceOption}, --syndromes and --verdict, or --confirmation alone`,
  );
}

/** Options that name a file of an end. */
const FILES = ["alice", "bob", "disclosed", "syndromes", "further", "verdict", "confirmation"] as const;
type FileOption = (typeof FILES)[number];

const OF_VALUES = [
  ...["snr", "disclose", "disclosed", "epsilon-pe", "shot-noise", "resolution", "detector"],
  ...["modulation-variance", "transmittance", "excess-noise", "detector-efficiency", "electronic-noise"],
] as const;
const OF_BITS = [
  "input-format",
  "qber",
  "family",
  "bits",
  "adapt",
  "efficiency",
  "interleave",
  "phase-error",
  "phase-sample",
] as const;

function requireFitting(options: ReconcileArguments): void {
  for (const option of options.cv ? OF_BITS : OF_VALUES) {
    // yargs has an option under both of its names.
    if ((options as unknown as Record<string, unknown>)[option] === undefined) continue;
    throw new InputError(
      options.cv ? `--${option} is for bits: leave it out with --cv` : `--${option} is for Gaussian values: say --cv`,
    );
  }
}

function requireDifferent(given: readonly (readonly [string, string])[]): void {
  const seen = new Map<string, string>();
  for (const [option, path] of given) {
    const other = seen.get(resolve(path));
    if (other !== undefined) throw new InputError(`--${option} ${path} is the file of --${other} too: choose another`);
    seen.set(resolve(path), option);
  }
}
