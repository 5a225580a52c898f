import type { Code } from "../../../src/code/code.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { frameBuffer, type Program } from "../../../src/gpu/program.ts";
import { codeEncoding } from "../../../src/source/encoding.ts";
import { runParameters } from "../../run-parameters.ts";

/**
 * Runs a code's encoding dispatches on words and returns the words.
 * @param words [frame][N], or [word of 32 frames][N] where the frames are more than the words.
 */
export async function runEncoding(
  engine: Engine,
  code: Code,
  words: Uint32Array,
  frames?: number,
): Promise<Uint32Array> {
  const n = code.matrix.columns;
  const interleave = frames === undefined ? 1 : 32;
  const { dispatches, buffers } = codeEncoding(code, interleave);
  const program: Program = {
    buffers: { ...buffers, codeword: frameBuffer("u32", n, interleave) },
    ...{ start: dispatches, iterate: [], repeats: 0, afterIterations: [], plan: [] },
  };
  const count = frames ?? words.length / n;
  const prepared = await engine.prepare(program, count);
  const output = { buffer: "codeword", elements: words.length };
  const { outputs } = await prepared.run(runParameters({ frames: count }), [output], { codeword: words });
  prepared.release();
  return outputs[0] as Uint32Array;
}
