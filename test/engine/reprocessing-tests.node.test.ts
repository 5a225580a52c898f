import { describe, expect, it } from "vitest";
import { sigmaOfEbN0 } from "../../src/channel/awgn.ts";
import { philox } from "../../src/channel/random.ts";
import { constructCode } from "../../src/code/construct/recipe.ts";
import { checkCodeword } from "../../src/code/encoder.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { decodeFrames } from "../../src/engine/decode.ts";
import { reprocessingTests } from "../../src/engine/reprocessing-tests.ts";
import { InputError } from "../../src/errors.ts";

const N = 48;
const code = constructCode({
  family: "peg",
  name: "t",
  q: 2,
  polynomial: 3,
  n: N,
  degrees: [3, 6],
  labels: "random",
  seed: 1,
  attempts: 4,
});
const spec = readDecoder("min-sum iterations=8 reprocess=eqml stages=3");
const engine = cpuEngine();
const plain = readDecoder("min-sum iterations=8");

/** LLRs of a noisy all-zero frame. */
function noisy(frame: number): Float32Array<ArrayBuffer> {
  const sigma = sigmaOfEbN0(2, 0.5);
  const out = new Uint32Array(4);
  return Float32Array.from({ length: N }, (_, i) => {
    philox(i, frame, 0, 0, 5, 0, out);
    const normal = Math.sqrt(-2 * Math.log((out[0] + 1) / 2 ** 32)) * Math.cos((2 * Math.PI * out[1]) / 2 ** 32);
    return Math.max(-30, Math.min(30, (2 * (1 + sigma * normal)) / sigma ** 2));
  });
}

/** Frames that min-sum fails to decode. */
async function missed(count: number): Promise<Float32Array<ArrayBuffer>[]> {
  const frames = Array.from({ length: 48 }, (_, frame) => noisy(frame));
  const { converged } = await decodeFrames(engine, code, plain, Float32Array.from(frames.flatMap((llr) => [...llr])));
  const found = frames.filter((_, frame) => converged[frame] === 0).slice(0, count);
  expect(found.length).toBe(count);
  return found;
}

describe("the tests of reprocessing", () => {
  it("find the words from which the decoder takes the likeliest", async () => {
    let found = 0;
    for (const llr of await missed(5)) {
      const tests = await reprocessingTests(engine, code, spec, llr);
      const words = tests.filter(({ word }) => word !== undefined);
      const decoded = await decodeFrames(engine, code, spec, llr);
      for (const { word, cost } of words) {
        expect(checkCodeword(code.matrix, [...word!]).isCodeword).toBe(true);
        const differing = [...word!].map((bit, n) => ((llr[n] < 0 ? 1 : 0) === bit ? 0 : Math.abs(llr[n])));
        expect(cost).toBeCloseTo(
          differing.reduce((a, b) => a + b, 0),
          3,
        );
      }
      if (words.length === 0) continue;
      found++;
      const best = words.reduce((a, b) => (b.cost! < a.cost! ? b : a));
      expect([...decoded.symbols]).toEqual([...best.word!]);
    }
    expect(found).toBeGreaterThan(0);
  });

  it("are a tree: children come from tests that did not converge, with one position more", async () => {
    const [llr] = await missed(1);
    const tests = await reprocessingTests(engine, code, spec, llr);
    expect(tests.filter(({ stage }) => stage === 1).map(({ test }) => test)).toEqual([0, 1]);
    for (const { stage, test, saturated } of tests) {
      expect(saturated.length).toBe(stage);
      expect(new Set(saturated.map(({ position }) => position)).size).toBe(stage);
      if (stage === 1) continue;
      const parent = tests.find((one) => one.stage === stage - 1 && one.test === test >> 1)!;
      expect(parent.word).toBeUndefined();
      expect(saturated.slice(0, -1)).toEqual(parent.saturated);
    }
  });

  it("are none where the decoder converges, and are refused without reprocessing", async () => {
    expect(await reprocessingTests(engine, code, spec, new Float32Array(N).fill(5))).toEqual([]);
    await expect(reprocessingTests(engine, code, plain, new Float32Array(N))).rejects.toThrow(InputError);
    const infinite = new Float32Array(N).fill(Number.POSITIVE_INFINITY);
    await expect(reprocessingTests(engine, code, spec, infinite)).rejects.toThrow("frame 0: channel LLR 0 is infinite");
  });
});
