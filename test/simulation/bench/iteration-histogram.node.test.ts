import { describe, expect, it } from "vitest";
import { channelPoint } from "../../../src/channel/channels.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { iterationHistograms, iterationMean } from "../../../src/simulation/bench/iteration-histogram.ts";
import { monteCarloProgram } from "../../../src/simulation/program/monte-carlo.ts";
import { bothEngines } from "../../engines.ts";
import { sweep } from "../../sweep.ts";

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

describe.each(sweep(["gpu", "cpu"] as const, 2))("iterationHistograms on %s", (kind) => {
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
