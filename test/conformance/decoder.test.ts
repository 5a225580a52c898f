import { describe, expect, it } from "vitest";
import { encode, systematicEncoder } from "../../src/code/encoder.ts";
import type { ParityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { decoderProgram } from "../../src/decoder/decoder.ts";
import { galoisField } from "../../src/galois/field.ts";
import { bothEngines } from "../engines.ts";
import { checkNodeOracles } from "../oracle/check-nodes.ts";
import { decodeTextbook, type TextbookResult } from "../oracle/textbook-decoder.ts";
import { runParameters } from "../run-parameters.ts";
import { expectSameElements } from "../same-elements.ts";
import { randomNumbers } from "../simulation/random.ts";
import { GRID, randomLlr } from "./messages.ts";
import { randomMatrix } from "./random-matrix.ts";
import { RULES, spec } from "./specs.ts";

// Whole decodings: WGSL, twin and the textbook's Algorithm 1 agree on every decision and on every iteration's checks.
const engines = bothEngines();
const ITERATIONS = 5;
const FRAMES = 6;

/** LLRs of noisy codewords, [frame][variable][symbol]: frame 0 without a wrong symbol, more of them in later frames. */
function noisyFrames(matrix: ParityCheckMatrix, seed: number, grid: number): number[][][] {
  const { q } = matrix.field;
  const random = randomNumbers(seed);
  const encoder = systematicEncoder(matrix);
  return Array.from({ length: FRAMES }, (_, frame) => {
    const codeword = encode(
      encoder,
      Array.from({ length: encoder.k }, () => Math.floor(random() * q)),
    );
    return Array.from(codeword, (symbol) => {
      const wrong = random() < frame / 10;
      return randomLlr(random, q, 8, wrong ? Math.floor(random() * q) : symbol, grid);
    });
  });
}

function textbook(matrix: ParityCheckMatrix, frames: number[][][], rule: string, stop: boolean): TextbookResult[] {
  return frames.map((llr) => decodeTextbook(matrix, llr, checkNodeOracles[rule], ITERATIONS, stop));
}

async function expectTextbook(matrix: ParityCheckMatrix, words: string, seed: number, grid = GRID): Promise<number> {
  const how = spec(`${words} iterations=${ITERATIONS}`);
  const frames = noisyFrames(matrix, seed, grid);
  const results = textbook(matrix, frames, how.rule, how.stop === "syndrome");
  const decision = results.flatMap((result) => result.decision);
  const unsatisfied = Array.from({ length: ITERATIONS }, (_, i) =>
    results.map((result) => Number(result.unsatisfied[i])),
  );
  for (const engine of [engines.cpu, engines.gpu]) {
    const prepared = await engine.prepare(decoderProgram({ matrix }, how, engine.limits), FRAMES + 1);
    const outputs = [
      { buffer: "decision", elements: FRAMES * matrix.columns },
      { buffer: "unsatisfied", elements: FRAMES * ITERATIONS },
    ];
    // Twice: what a run leaves behind must not reach the next.
    for (const run of ["first", "second"]) {
      const inputs = { channel_llr: Float32Array.from(frames.flat(2)) };
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
  for (const q of [2, 4, 8, 16, 32, 64, 128, 256]) {
    it(`over GF(${q})`, async () => {
      const field = galoisField(q);
      const regular = randomMatrix(field, [4, 4, 4, 4, 4, 4], 12, q);
      const early = await expectTextbook(regular, rule, q);
      expect(early, "some frames stop early and some do not").toBeGreaterThan(0);
      expect(early).toBeLessThan(FRAMES);
      const irregular = randomMatrix(field, [2, 3, 7, 4, 5], 9, q);
      await expectTextbook(irregular, `${rule} stop=none layout=MNq`, q + 1);
    });
  }

  it("with variables of degree 1 and checks of degree 1, which force their symbol to 0", async () => {
    const matrix = randomMatrix(galoisField(8), [1, 3, 4, 2], 7, 3);
    // Whole numbers: the bound of a degree-1 check, 2^20, leaves f32 three bits behind the point.
    await expectTextbook(matrix, rule, 4, 1);
    await expectTextbook(matrix, `${rule} stop=none`, 5, 1);
  });

  it("with metrics in storage memory, and with one iteration only", async () => {
    const matrix = randomMatrix(galoisField(4), [4, 4, 4], 6, 8);
    await expectTextbook(matrix, `${rule} metrics=storage`, 6);
    const frames = noisyFrames(matrix, 9, GRID);
    const how = spec(`${rule} iterations=1`);
    for (const engine of [engines.cpu, engines.gpu]) {
      const prepared = await engine.prepare(decoderProgram({ matrix }, how, engine.limits), FRAMES);
      const inputs = { channel_llr: Float32Array.from(frames.flat(2)) };
      const outputs = [{ buffer: "unsatisfied", elements: FRAMES }];
      const result = await prepared.run(runParameters({ frames: FRAMES }), outputs, inputs);
      const expected = frames.map((llr) => decodeTextbook(matrix, llr, checkNodeOracles[rule], 1, true).unsatisfied[0]);
      expectSameElements(result.outputs[0], expected.map(Number), engine.info.engine);
      prepared.release();
    }
  });
});
