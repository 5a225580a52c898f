import { resolve } from "node:path";
import type { Values } from "../../../cli/command-line/command.ts";
import type { CodeFileArguments } from "../../../cli/options/code.ts";
import { InputError } from "../../../errors.ts";
import type {
  BLOCKS,
  ENGINE,
  ESTIMATE,
  FORGET,
  MEMORY,
  MESSAGES,
  OUTPUT,
  PRIVATE,
  RECEIVED,
  SECRET_OF_BITS,
  SECRET_OF_VALUES,
  VALUE_BLOCKS,
} from "../groups.ts";

export {
  CV_DECODER,
  DEFAULT_EPSILON_PE,
  DEFAULT_HASH_BITS,
  DEFAULT_SECRECY,
  DEFAULT_SEED,
} from "../groups.ts";

/** Options of the steps. A step whose command lacks an option has nothing for it. */
export type ReconcileArguments = Values<typeof OUTPUT & typeof ENGINE> &
  Partial<
    Omit<
      Values<
        typeof BLOCKS &
          typeof VALUE_BLOCKS &
          typeof ESTIMATE &
          typeof SECRET_OF_BITS &
          typeof SECRET_OF_VALUES &
          typeof RECEIVED &
          typeof MESSAGES &
          typeof MEMORY &
          typeof FORGET &
          typeof PRIVATE
      >,
      "code"
    >
  > &
  CodeFileArguments & {
    /** The code's name or file; its options are beside it. */
    readonly code?: string;
    readonly decoder?: string;
    readonly disclosed?: string;
    /** Whether the data are Gaussian values. */
    readonly cv: boolean;
  };

/** A step of the protocol: paths of its files by the end that owns them. */
export type ReconcileTask =
  | { readonly kind: "both"; readonly reference: string; readonly decoding: string }
  | { readonly kind: "disclose"; readonly values: string }
  | { readonly kind: "reference"; readonly reference: string; readonly disclosed?: string }
  | { readonly kind: "decoding"; readonly decoding: string; readonly syndromes: string; readonly further?: string }
  | { readonly kind: "key"; readonly reference: string; readonly syndromes: string; readonly verdict: string }
  | {
      readonly kind: "retry";
      readonly reference: string;
      readonly syndromes: string;
      readonly verdict: string;
      readonly disclose: string;
    }
  | { readonly kind: "deliver"; readonly confirmation: string };

/** A task that works on blocks. */
export type BlockTask = Exclude<ReconcileTask, { kind: "disclose" | "key" | "retry" | "deliver" }>;

/** @throws InputError for options of an estimate of T and ξ if nothing is estimated. @param of what estimates. */
export function requireNoEstimate(
  { epsilonPe, shotNoise }: { readonly epsilonPe?: string; readonly shotNoise?: string },
  of: string,
): void {
  const option = epsilonPe !== undefined ? "epsilon-pe" : shotNoise !== undefined ? "shot-noise" : undefined;
  if (option === undefined) return;
  throw new InputError(`--${option} is to estimate T and ξ from ${of}: leave it out`);
}

/** @param given files by the options that name them. @throws InputError if two options name one file. */
export function requireDifferentFiles(given: readonly (readonly [string, unknown])[]): void {
  const seen = new Map<string, string>();
  for (const [option, path] of given) {
    if (typeof path !== "string") continue;
    const other = seen.get(resolve(path));
    if (other !== undefined) throw new InputError(`${option} ${path} is the file of ${other} too: choose another`);
    seen.set(resolve(path), option);
  }
}
