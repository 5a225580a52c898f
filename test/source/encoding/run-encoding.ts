import type { Code } from "../../../src/code/code.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { frameBuffer, type Program } from "../../../src/gpu/program.ts";
import type { Encoding } from "../../../src/source/encoding/encoding.ts";
import { codeEncoding } from "../../../src/source/encoding/index.ts";
import { runParameters } from "../../run-parameters.ts";

/** Runs a code's encoding dispatches on words [frame][N] and returns the words. */
export function runEncoding(engine: Engine, code: Code, words: Uint32Array): Promise<Uint32Array> {
  return runEncodingStages(engine, codeEncoding(code), code.matrix.columns, words);
}

/** Runs encoding dispatches on words [frame][n] and returns the words. */
export async function runEncodingStages(
  engine: Engine,
  { dispatches, buffers }: Encoding,
  n: number,
  words: Uint32Array,
): Promise<Uint32Array> {
  const frames = words.length / n;
  const program: Program = {
    buffers: { ...buffers, codeword: frameBuffer("u32", n) },
    start: dispatches,
    iterate: [],
    repeats: 0,
    afterIterations: [],
    plan: [],
  };
  const prepared = await engine.prepare(program, frames);
  const output = { buffer: "codeword", elements: words.length };
  const { outputs } = await prepared.run(runParameters({ frames }), [output], { codeword: words });
  prepared.release();
  return outputs[0] as Uint32Array;
}
