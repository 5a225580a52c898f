import { describe, expect, it } from "vitest";
import { channelPoint } from "../../../src/channel/channels.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import {
  addHistograms,
  iterationHistograms,
  iterationMean,
} from "../../../src/simulation/bench/iteration-histogram.ts";
import { monteCarloProgram } from "../../../src/simulation/program/monte-carlo.ts";
import { bothEngines } from "../../engines.ts";

const engines = bothEngines();
const CODE = loadCode("wifi-648-540", { columns: "information" });
const QBER = channelPoint("qber", 0.02);
const MIN_SUM = "normalised-min-sum iterations=12";

function runner(engine: Engine, decoder: string, frames: number) {
  const spec = readDecoder(decoder);
  return iterationHistograms(
    engine,
    monteCarloProgram(CODE, spec, "syndrome", engine.limits, QBER),
    CODE,
    spec,
    frames,
  );
}

describe.each(["gpu", "cpu"] as const)("iterationHistograms on %s", (kind) => {
  it("agrees with the counters of the device", async () => {
    const one = await runner(engines[kind], MIN_SUM, 100);
    const histogram = await one.run(QBER, 1, 100);
    one.release();
    const { converged, failed, counts } = histogram;
    expect(converged).toHaveLength(13);
    expect(failed).toBeGreaterThan(0);
    expect(converged.filter((frames) => frames > 0).length).toBeGreaterThan(3);
    expect(converged.reduce((sum, frames) => sum + frames, failed)).toBe(100);
    expect(counts.frames).toBe(100);
    // A word that fails a check is not Alice's. A word that satisfies all checks may still be wrong.
    expect(counts.frameErrors).toBe(failed + counts.undetected);
    expect(iterationMean(histogram).mean * 100).toBeCloseTo(counts.iterations, 9);
  });

  it("does not depend on batches, and goes from point to point", async () => {
    const many = await runner(engines[kind], MIN_SUM, 70);
    const few = await runner(engines[kind], MIN_SUM, 32);
    expect([many.frames, few.frames]).toEqual([70, 32]);
    const whole = await many.run(QBER, 1, 70);
    await few.run(channelPoint("qber", 0.1), 1, 5);
    const parts = addHistograms(await few.run(QBER, 1, 40), await few.run(QBER, 1, 30, 40));
    expect({ ...parts, seconds: 0 }).toEqual({ ...whole, seconds: 0 });
    const worse = await many.run(channelPoint("qber", 0.1), 1, 70);
    expect(worse.failed).toBe(70);
    expect(iterationMean(worse)).toEqual({ mean: 12, deviation: 0, count: 70 });
    for (const each of [many, few]) each.release();
  });

  it("times the stages of a batch", async () => {
    const one = await runner(engines[kind], MIN_SUM, 8);
    const { seconds } = await one.profile(QBER, 1, 8);
    one.release();
    expect(Object.keys(seconds)).toEqual(
      expect.arrayContaining([
        ...["source/information-bits", "binary/sent-syndrome", "channel/sample-lanes"],
        ...["statistics/lane-errors", "statistics/tally-bits"],
      ]),
    );
  });
});

describe("iterationMean", () => {
  it("counts a frame that failed with all iterations", () => {
    // Iterations 2, 2, 3 and a failure after 4: mean 11/4, variance (2·(3/4)² + (1/4)² + (5/4)²)/3 = 11/12.
    const { mean, deviation, count } = iterationMean({ converged: [0, 0, 2, 1, 0], failed: 1 });
    expect({ mean, count }).toEqual({ mean: 2.75, count: 4 });
    expect(deviation).toBeCloseTo(Math.sqrt(11 / 12), 12);
  });

  it("has no deviation of a single frame", () => {
    expect(iterationMean({ converged: [0, 1], failed: 0 })).toEqual({ mean: 1, deviation: 0, count: 1 });
  });
});
