import { PUNCTURED, SHORTENED } from "../../../wgsl/channel/bit-llr.ts";
import type { RandomGenerator } from "../../channel/random/generators.ts";
import type { Code } from "../../code/code.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import type { Dispatch, ProgramBuffer } from "../../gpu/program.ts";
import type { CodewordSource } from "../../source/word-source.ts";

/** What a Monte-Carlo batch simulates. */
export interface ChainRequest {
  readonly code: Code;
  readonly spec: DecoderSpec;
  readonly codeword: CodewordSource;
  /** Draws the words and the noise. */
  readonly generator: RandomGenerator;
}

/** What a Monte-Carlo batch does around its decoder. */
export interface Chain {
  /** Words and what is received of them. */
  readonly before: readonly Dispatch[];
  /** Counts of errors. */
  readonly after: readonly Dispatch[];
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
}

/** What is sent of each symbol, as bit-llr knows it. */
export function sentStates({ matrix, punctured, shortened }: Code): Uint32Array {
  const states = new Uint32Array(matrix.columns);
  for (const position of punctured ?? []) states[position] = PUNCTURED;
  for (const position of shortened ?? []) states[position] = SHORTENED;
  return states;
}
