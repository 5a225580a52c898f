import { describe, expect, it } from "vitest";
import type { ParityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { decoderProgram } from "../../src/decoder/decoder.ts";
import { galoisField } from "../../src/galois/field.ts";
import { bothEngines } from "../engines.ts";
import { runParameters } from "../run-parameters.ts";
import { expectSameElements } from "../same-elements.ts";
import { itLong, nested } from "../sweep.ts";
import { oracleOf } from "./oracle.ts";
import { randomMatrix } from "./random-matrix.ts";
import { GRID } from "./reproductions/min-max-symbols/messages.ts";
import { RULES, spec } from "./specs.ts";
import { noisyFrames } from "./words.ts";

// GPU, CPU and the textbook's Algorithm 1 agree on every decision and on the checks of every iteration.
const engines = bothEngines();
const ITERATIONS = 5;
const FRAMES = 6;

/** Whether a device decodes over GF(q): it compiles large fields for seconds. */
const isOnDevice = (q: number) => [2, 4, 8, 64].includes(q);

async function expectTextbook(matrix: ParityCheckMatrix, words: string, seed: number, grid = GRID): Promise<number> {
  const how = spec(`${words} iterations=${ITERATIONS}`);
  const frames = noisyFrames(matrix, { count: FRAMES, seed, grid });
  const results = frames.map(oracleOf(matrix, how));
  const decision = results.flatMap((result) => result.decision);
  const unsatisfied = Array.from({ length: ITERATIONS }, (_, i) =>
    results.map((result) => Number(result.unsatisfied[i])),
  );
  for (const engine of isOnDevice(matrix.field.q) ? [engines.cpu, engines.gpu] : [engines.cpu]) {
    const prepared = await engine.prepare(decoderProgram({ matrix }, how, engine.limits), FRAMES + 1);
    const outputs = [
      { buffer: "decision", elements: FRAMES * matrix.columns },
      { buffer: "unsatisfied", elements: FRAMES * ITERATIONS },
    ];
    // The second run starts with the buffers of the first, which must not change its result.
    for (const run of ["first", "second"]) {
      const inputs = { channel_llr: Float32Array.from(frames.flatMap(({ llr }) => llr.flat())) };
      const result = await prepared.run(runParameters({ frames: FRAMES }), outputs, inputs);
      expectSameElements(result.outputs[0], decision, `${engine.info.engine}, ${words}, ${run} run: decision`);
      expectSameElements(
        result.outputs[1],
        unsatisfied.flat(),
        `${engine.info.engine}, ${words}, ${run} run: unsatisfied`,
      );
    }
    prepared.release();
  }
  return results.filter(({ iterations }) => iterations < ITERATIONS).length;
}

describe.each(RULES)("%s decoder", (rule) => {
  const onRegular = async (q: number) => {
    const regular = randomMatrix(galoisField(q), [4, 4, 4, 4, 4, 4], 12, q);
    const early = await expectTextbook(regular, rule, q);
    expect(early, "some frames stop early and some do not").toBeGreaterThan(0);
    expect(early).toBeLessThan(FRAMES);
  };
  const onIrregular = async (q: number) => {
    const irregular = randomMatrix(galoisField(q), [2, 3, 7, 4, 5], 9, q);
    await expectTextbook(irregular, `${rule} stop=none layout=MNq`, q + 1);
  };
  const both = [onRegular, onIrregular];
  // Kernels take most of the time to compile, so larger fields have the graphs in turn.
  const graphsOf = (q: number) => ({ few: q > 8 ? [both[Math.log2(q) % 2]] : both, every: both });
  it.each(nested({ few: [4, 2, 64, 256], every: [4, 2, 8, 16, 32, 64, 128, 256] }, graphsOf, 4, 8))(
    "over GF(%i)",
    async (q, expectations) => {
      for (const expectAlike of expectations) await expectAlike(q);
    },
  );

  itLong("with variables of degree 1 and checks of degree 1, which force their symbol to 0", async () => {
    const matrix = randomMatrix(galoisField(8), [1, 3, 4, 2], 7, 3);
    // LLRs are integers, because sums with the bound 2^20 of a degree-1 check have only three fractional bits in f32.
    await expectTextbook(matrix, rule, 4, 1);
    await expectTextbook(matrix, `${rule} stop=none`, 5, 1);
  });

  itLong("with metrics in storage memory, and with one iteration only", async () => {
    const matrix = randomMatrix(galoisField(4), [4, 4, 4], 6, 8);
    await expectTextbook(matrix, `${rule} metrics=storage`, 6);
    const frames = noisyFrames(matrix, { count: FRAMES, seed: 9 });
    const how = spec(`${rule} iterations=1`);
    for (const engine of [engines.cpu, engines.gpu]) {
      const prepared = await engine.prepare(decoderProgram({ matrix }, how, engine.limits), FRAMES);
      const inputs = { channel_llr: Float32Array.from(frames.flatMap(({ llr }) => llr.flat())) };
      const outputs = [{ buffer: "unsatisfied", elements: FRAMES }];
      const result = await prepared.run(runParameters({ frames: FRAMES }), outputs, inputs);
      const expected = frames.map(oracleOf(matrix, how)).map(({ unsatisfied }) => Number(unsatisfied[0]));
      expectSameElements(result.outputs[0], expected, engine.info.engine);
      prepared.release();
    }
  });
});
