import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { countBlocks, publishedPoints, segmentCode } from "../../../experiments/sionna-5g/shared/blocks.ts";
import { codeEncoder } from "../../../src/code/encoder.ts";
import { codeRate, transmittedPositions } from "../../../src/code/rate-matching.ts";
import { openEngine } from "../../../src/node/engine/engines.ts";
import { fisherTest, holmCorrection } from "../../../src/simulation/statistics.ts";
import { root } from "../../source-files.ts";

describe("codes of 5G's segments", () => {
  it.each([
    // Kb columns of TS 38.212, 5.2.2: 6 up to 192 bits, 8 up to 560, 9 up to 640, 10 beyond.
    [64, 128, 11, 8],
    [128, 256, 22, 8],
    [192, 384, 32, 8],
    [256, 512, 32, 10],
    [500, 1000, 64, 10],
    [600, 1200, 72, 11],
    [1000, 1500, 104, 7],
  ])("k = %i, n = %i: Z = %i, %i block rows", (k, n, z, rows) => {
    const code = segmentCode(k, n);
    expect(code.base!.liftingSize).toBe(z);
    expect(code.base!.rows).toBe(rows);
    expect(code.shortened!.length).toBe(10 * z - k);
    expect(transmittedPositions(code).length).toBe(n);
    expect(codeRate(code)).toBeCloseTo(k / n, 12);
    // The punctured bits beyond the first 2Z are the last bits, fewer than a block column.
    const punctured = [...code.punctured!];
    expect(punctured.slice(0, 2 * z)).toEqual(Array.from({ length: 2 * z }, (_, i) => i));
    const tail = punctured.slice(2 * z);
    expect(tail).toEqual(tail.map((_, i) => code.matrix.columns - tail.length + i));
    expect(tail.length).toBeLessThan(z);
    expect(codeEncoder(code).k).toBe(k);
  });

  it.each([
    [0, 10],
    [4000, 8000],
    [100, 120],
    [10, 1000],
  ])("k = %i, n = %i is refused", (k, n) => {
    expect(() => segmentCode(k, n)).toThrow("base graph 2 has no code of this kind");
  });
});

describe("block errors that Sionna published", () => {
  it("are read", () => {
    const points = publishedPoints();
    expect(new Set(points.map(({ n }) => n))).toEqual(new Set([128, 256, 512, 1000]));
    expect(points.every(({ n, k, errors, frames }) => n === 2 * k && errors <= frames)).toBe(true);
    expect(points.find(({ n, ebn0 }) => n === 128 && ebn0 === 2)).toMatchObject({ k: 64 });
  });

  it.each([
    ["qpsk", 1],
    ["16qam", 3.25],
  ])("are ours over %s at %d dB, with exact LLRs of bits", async (name, ebn0) => {
    const engine = await openEngine({ engine: "cpu" });
    try {
      const points = publishedPoints("sionna-bicm.csv");
      expect(points.length).toBe(32);
      const point = points.find((one) => one.modulation?.name === name && one.ebn0 === ebn0)!;
      const ours = await countBlocks(engine, point, "sum-product iterations=20", 200, 512);
      expect(ours.errors).toBeGreaterThan(200);
      expect(fisherTest(ours, point)).toBeGreaterThan(1e-2);
    } finally {
      await engine.close();
    }
  });

  it("are consistent with recorded counts at all points of both notebooks", () => {
    const lines = readFileSync(join(root, "experiments/results/sionna-5g/block-errors-h100.csv"), "utf8").split("\n");
    const ours = lines
      .filter((line) => line.startsWith("sionna-"))
      .map((line) => line.split(","))
      .map(([file, n, , modulation, ebn0, frames, errors]) => ({
        file,
        n: Number(n),
        modulation,
        ebn0: Number(ebn0),
        frames: Number(frames),
        errors: Number(errors),
      }));
    const p = ["sionna-block-errors.csv", "sionna-bicm.csv"].flatMap((file) =>
      publishedPoints(file).map((point) => {
        const name = point.modulation?.name ?? "bpsk";
        const same = ours.find((one) => {
          return one.file === file && one.n === point.n && one.modulation === name && one.ebn0 === point.ebn0;
        });
        return fisherTest(same!, point);
      }),
    );
    expect(p.length).toBe(99);
    expect(Math.min(...holmCorrection(p))).toBeGreaterThan(0.05);
    // P-values of true hypotheses are below 5 % in one of twenty.
    expect(p.filter((one) => one < 0.05).length).toBeLessThan(11);
  });

  it("are ours, at a point with many of them", async () => {
    const engine = await openEngine({ engine: "cpu" });
    try {
      const point = publishedPoints().find(({ n, ebn0 }) => n === 128 && ebn0 === 2)!;
      const ours = await countBlocks(engine, point, "sum-product iterations=20", 150, 1024);
      expect(ours.errors).toBeGreaterThan(150);
      expect(fisherTest(ours, point)).toBeGreaterThan(1e-3);
    } finally {
      await engine.close();
    }
  });
});
