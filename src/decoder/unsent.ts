import { LLR_BOUND } from "../../wgsl/common/bound.ts";
import type { Code } from "../code/code.ts";
import { requireOneLength, transmittedPositions } from "../code/rate-matching.ts";
import { InputError } from "../errors.ts";
import { type DecoderProgram, inputWidth } from "./decoder-program.ts";

/**
 * Channel LLRs of whole code words from the LLRs of the transmitted symbols: punctured symbols have LLRs of 0, and
 * shortened symbols are zero with certainty. The LLRs of a symbol that is sent several times add up.
 * @param llr [frame][n] bit LLRs or [frame][n][q] symbol LLRs, as `channelLlr` makes them for this input.
 * @returns [frame][N] or [frame][N][q].
 */
export function withUnsentSymbols(
  llr: Float32Array<ArrayBuffer>,
  code: Code,
  input: DecoderProgram["input"],
): Float32Array<ArrayBuffer> {
  const { columns, field } = code.matrix;
  const width = inputWidth(input, field.q);
  requireOneLength(code);
  const sent = transmittedPositions(code);
  const frames = llr.length / (sent.length * width);
  if (!Number.isInteger(frames)) {
    throw new InputError(`${llr.length} channel LLRs are not whole frames of ${sent.length * width}`);
  }
  const certainty = new Float32Array(width).fill(LLR_BOUND);
  // L(0) of a symbol that is zero.
  if (input === "symbol") certainty[0] = 0;
  const all = new Float32Array(frames * columns * width);
  for (let frame = 0; frame < frames; frame++) {
    const first = frame * columns;
    for (const position of code.shortened ?? []) all.set(certainty, (first + position) * width);
    for (let i = 0; i < sent.length; i++) {
      const from = (frame * sent.length + i) * width;
      for (let a = 0; a < width; a++) all[(first + sent[i]) * width + a] += llr[from + a];
    }
  }
  return all;
}
