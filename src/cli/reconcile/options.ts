import { resolve } from "node:path";
import { InputError } from "../../errors.ts";
import { partyOf } from "../../node/reconciliation/messages/headers.ts";
import { camel } from "../command-line/case.ts";
import type { Values } from "../command-line/command.ts";
import { requireEstimating } from "./estimating.ts";
import type { RECONCILE_OPTIONS } from "./table.ts";

export {
  CV_DECODER,
  DEFAULT_EPSILON_PE,
  DEFAULT_HASH_BITS,
  DEFAULT_SECRECY,
  DEFAULT_SEED,
  RECONCILIATION_DECODER,
} from "./table.ts";

/** Options of `reconcile`. */
export type ReconcileArguments = Values<typeof RECONCILE_OPTIONS>;

/** The task that the given files determine: paths by the end that owns them. */
export type ReconcileTask =
  | { readonly kind: "both"; readonly reference: string; readonly decoding: string }
  | { readonly kind: "disclose"; readonly values: string }
  | { readonly kind: "reference"; readonly reference: string; readonly disclosed?: string }
  | { readonly kind: "decoding"; readonly decoding: string; readonly syndromes: string; readonly further?: string }
  | { readonly kind: "key"; readonly reference: string; readonly syndromes: string; readonly verdict: string }
  | { readonly kind: "retry"; readonly reference: string; readonly syndromes: string; readonly verdict: string }
  | { readonly kind: "deliver"; readonly confirmation: string };

/** A task that works on blocks. */
export type BlockTask = Exclude<ReconcileTask, { kind: "disclose" | "key" | "retry" | "deliver" }>;

/**
 * Determines the task from the given files.
 * @throws InputError for files that form no task, or for options of bits with values or of values with bits.
 */
export function reconcileTask(options: ReconcileArguments): ReconcileTask {
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
    if (options[camel(option)] === undefined) continue;
    throw new InputError(
      options.cv ? `--${option} is for bits: leave it out with --cv` : `--${option} is for Gaussian values: give --cv`,
    );
  }
}

function requireDifferent(given: readonly (readonly [string, string])[]): void {
  const seen = new Map<string, string>();
  for (const [option, path] of given) {
    const other = seen.get(resolve(path));
    if (other !== undefined) throw new InputError(`${option} ${path} is the file of ${other} too: choose another`);
    seen.set(resolve(path), option);
  }
}
