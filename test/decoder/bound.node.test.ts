import { expect, test } from "vitest";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import { galoisField } from "../../src/galois/field.ts";
import { LLR_BOUND } from "../../wgsl/common/bound.ts";
import { bothEngines } from "../engines.ts";
import { runParameters } from "../run-parameters.ts";
import { randomMatrix } from "./random-matrix.ts";

const engines = bothEngines();

test("messages stay within the bound however long a decoded frame is iterated", async () => {
  const matrix = randomMatrix(galoisField(4), [6, 6, 6, 6], 8, 1);
  const spec = readDecoder("min-max mapping=symbols iterations=300 stop=none");
  // The all-zero word, received without noise.
  const llr = Float32Array.from({ length: 8 * 4 }, (_, i) => (i % 4 === 0 ? 0 : 10 + (i % 7)));
  const messages = [];
  for (const engine of [engines.gpu, engines.cpu]) {
    const prepared = await engine.prepare(decoderProgram({ matrix }, spec, engine.limits), 1);
    const parameters = { firstFrame: 0, frames: 1, chunkFrames: 1, key: [0, 0], llrScale: 1, amplitude: 1 } as const;
    const { outputs } = await prepared.run(parameters, [{ buffer: "decision", elements: 8 }], { channel_llr: llr });
    expect([...outputs[0]]).toEqual(new Array(8).fill(0));
    messages.push([...(await prepared.read("variable_to_check"))]);
    prepared.release();
  }
  expect(Math.max(...messages[0])).toBe(LLR_BOUND);
  expect(messages[0]).toEqual(messages[1]);
});

test("the first messages are within the bound for every channel value", async () => {
  const matrix = randomMatrix(galoisField(4), [3, 3], 4, 1);
  const llr = Float32Array.from({ length: 4 * 4 }, (_, i) => (i % 4 === 0 ? 0 : 2 ** (18 + (i % 4))));
  for (const engine of [engines.gpu, engines.cpu]) {
    const program = decoderProgram({ matrix }, readDecoder("min-max mapping=symbols"), engine.limits);
    const dispatch = program.start[0];
    const prepared = await engine.prepare({ ...program, start: [dispatch], iterate: [], afterIterations: [] }, 1);
    prepared.write("channel_llr", llr);
    await prepared.runDispatch(dispatch, runParameters({ frames: 1 }), 0);
    const messages = await prepared.read("variable_to_check");
    expect(new Set(messages), engine.info.engine).toEqual(new Set([0, 2 ** 19, LLR_BOUND]));
    prepared.release();
  }
});
