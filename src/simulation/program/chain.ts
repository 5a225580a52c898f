import { PUNCTURED, SHORTENED } from "../../../wgsl/channel/bit-llr.ts";
import type { RandomGenerator } from "../../channel/random.ts";
import type { Code } from "../../code/code.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import type { Dispatch, ProgramBuffer } from "../../gpu/program.ts";
import type { CodewordSource } from "../../source/word-source.ts";

/** The parameters of a Monte-Carlo batch. */
export interface ChainRequest {
  readonly code: Code;
  readonly spec: DecoderSpec;
  readonly codeword: CodewordSource;
  /** Random generator of the words and the noise. */
  readonly generator: RandomGenerator;
}

/** The dispatches of a Monte-Carlo batch around its decoder. */
export interface Chain {
  /** Words, channel and received values. */
  readonly before: readonly Dispatch[];
  /** Error counts. */
  readonly after: readonly Dispatch[];
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
}

/** State of each symbol as the kernel bit-llr defines it: sent, punctured or shortened. */
export function sentStates({ matrix, punctured, shortened }: Code): Uint32Array {
  const states = new Uint32Array(matrix.columns);
  for (const position of punctured ?? []) states[position] = PUNCTURED;
  for (const position of shortened ?? []) states[position] = SHORTENED;
  return states;
}
