import { expect, it } from "vitest";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { gaussianNumbers } from "../../simulation/random.ts";
import type { Frame } from "../binary/frames.ts";
import { reprocessOracle } from "./oracle.ts";
import { reprocessOn } from "./run.ts";

// The paper's short code at a low SNR. Exact rules have the textbook's whole tree in oracle.node.test.ts, on small codes.
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

it("sum-product: nearly always, as its last digits may lead to another position", async () => {
  const spec = readDecoder("sum-product iterations=12 reprocess=eqml stages=2");
  const frames = noisyFrames(12, 5);
  const expected = frames.map(reprocessOracle(code, spec, false));
  expect(expected.filter(({ tests }) => tests.length > 1).length).toBeGreaterThan(4);
  const { frames: decoded } = await reprocessOn(cpuEngine(), code, spec, frames, false);
  const same = decoded.filter(
    ({ tests, decision }, f) =>
      tests === expected[f].tests.length - 1 && decision.every((bit, n) => bit === expected[f].decision[n]),
  );
  expect(same.length).toBeGreaterThanOrEqual(10);
});
