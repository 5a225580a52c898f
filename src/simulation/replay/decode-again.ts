import type { Code } from "../../code/code.ts";
import { syndrome } from "../../code/encoder.ts";
import type { DecoderProgram } from "../../decoder/decoder-program.ts";
import { convertLlr } from "../../decoder/llr.ts";
import { checkNodeRules } from "../../decoder/rules.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { decodeFrames } from "../../engine/decode.ts";
import type { Engine } from "../../engine/engine.ts";
import { joined } from "../../joined.ts";
import type { CodewordSource } from "../../source/word-source.ts";
import type { DrawnFrame } from "./failures.ts";

/**
 * Frames with the decisions of another decoder.
 * @param input form of the frames' LLRs.
 * @param codeword with `syndrome` the decoder receives the syndromes of the words sent.
 * @throws InputError if the decoder does not fit the code or the device.
 */
export async function decodedAgain(
  engine: Engine,
  code: Code,
  spec: DecoderSpec,
  frames: readonly DrawnFrame[],
  { input, codeword }: { readonly input: DecoderProgram["input"]; readonly codeword: CodewordSource },
): Promise<DrawnFrame[]> {
  if (frames.length === 0) return [];
  const { matrix } = code;
  const { columns, field } = matrix;
  const llr = joined(
    Float32Array,
    frames.map((frame) => frame.llr),
  );
  const wanted = checkNodeRules[spec.rule].input;
  const converted = wanted === input ? llr : convertLlr(input, llr, field, columns, { input: wanted }).llr;
  const syndromes =
    codeword === "syndrome" ? Uint32Array.from(frames.flatMap(({ sent }) => [...syndrome(matrix, sent)])) : undefined;
  const { symbols, iterations } = await decodeFrames(engine, code, spec, converted, { syndromes });
  return frames.map((frame, i) => ({
    ...frame,
    decision: Uint32Array.from(symbols.subarray(i * columns, (i + 1) * columns)),
    iterations: iterations[i],
  }));
}
