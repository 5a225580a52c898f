import { expect, it } from "vitest";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { bothEngines } from "../../engines.ts";
import { pathNumber } from "../../oracle/eqml.ts";
import { gaussianNumbers } from "../../simulation/random.ts";
import { sweep } from "../../sweep.ts";
import type { Frame } from "../binary/frames.ts";
import { reprocessOracle } from "./oracle.ts";
import { reprocessOn } from "./run.ts";

// The paper's short code at a low SNR: both engines run the textbook's tests and reach its decisions.
const engines = bothEngines();
const code = loadCode("wimax-576-288");
/** Standard deviation of the noise at an SNR of 1 dB with rate 1/2. */
const DEVIATION = 10 ** (-1 / 20);

/** The all-zero word over the AWGN channel. */
function noisyFrames(count: number, seed: number): Frame[] {
  const gaussian = gaussianNumbers(seed);
  return Array.from({ length: count }, () => ({
    llr: Array.from({ length: 576 }, () => Math.fround((2 * (1 + DEVIATION * gaussian())) / DEVIATION ** 2)),
    syndrome: new Array<number>(288).fill(0),
  }));
}

const DECODERS = [
  "normalised-min-sum iterations=12 reprocess=eqml stages=3",
  "normalised-min-sum iterations=12 reprocess=abp stages=3",
  "normalised-min-sum iterations=8 schedule=layered messages=int8 reprocess=eqml stages=2",
];

it.each(sweep(DECODERS, 3))("%s: exactly", async (words) => {
  const spec = readDecoder(words);
  const frames = noisyFrames(8, 3);
  const expected = frames.map(reprocessOracle(code, spec, false));
  expect(expected.some(({ tests, satisfied }) => tests.length > 1 && satisfied)).toBe(true);
  for (const engine of [engines.cpu, engines.gpu]) {
    const { frames: decoded } = await reprocessOn(engine, code, spec, frames, false);
    decoded.forEach(({ decision, tests, positions }, f) => {
      expect(tests, `frame ${f}`).toBe(expected[f].tests.length - 1);
      expect(decision, `frame ${f}`).toEqual(expected[f].decision);
      for (const { path, chosen } of expected[f].tests) {
        if (path.length < (spec.options.stages as number)) {
          const position = positions?.[path.length][pathNumber(path)];
          if (positions !== undefined) expect(position, `frame ${f}`).toBe(chosen);
        }
      }
    });
  }
});

it("sum-product: nearly always, as its last digits may lead to another position", async () => {
  const spec = readDecoder("sum-product iterations=12 reprocess=eqml stages=2");
  const frames = noisyFrames(12, 5);
  const expected = frames.map(reprocessOracle(code, spec, false));
  expect(expected.filter(({ tests }) => tests.length > 1).length).toBeGreaterThan(4);
  for (const engine of [engines.cpu, engines.gpu]) {
    const { frames: decoded } = await reprocessOn(engine, code, spec, frames, false);
    const same = decoded.filter(
      ({ tests, decision }, f) =>
        tests === expected[f].tests.length - 1 && decision.every((bit, n) => bit === expected[f].decision[n]),
    );
    expect(same.length, engine.info.engine).toBeGreaterThanOrEqual(10);
  }
});
