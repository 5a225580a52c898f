import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChunkCounts } from "../../src/simulation/chunk.ts";
import { firstFreeRange } from "../../src/simulation/claims.ts";
import { addCounts, ZERO_COUNTS } from "../../src/simulation/counts.ts";
import { Ledger } from "../../src/simulation/ledger.ts";
import { formatPoints } from "../../src/simulation/points.ts";
import { chunksNeeded, pointState, targetReached } from "../../src/simulation/stopping.ts";
import { sweepPoints, sweepRows } from "../../src/simulation/sweep.ts";
import { taskId } from "../../src/simulation/task.ts";
import { fakeCounts } from "./fake-runner.ts";
import { fakeSweep } from "./memory-ledger.ts";

const LABELS = { seconds: 1, engine: "cpu", adapter: "fake", driver: "", host: "here", worker: "1" };

function chunk(frames: number, frameErrors: number) {
  return { ...ZERO_COUNTS, frames, frameErrors };
}

describe("pointState", () => {
  const rule = { maxErrors: 3, maxFrames: 40 };
  const chunks = new Map([1, 0, 2, 5].map((errors, i) => [i, chunk(10, errors)] as const));

  it("is the shortest prefix that has the errors", () => {
    expect(pointState(chunks, 4, rule)).toEqual({ counts: chunk(30, 3), chunks: 3, stoppedBy: "errors" });
  });

  it("or the frames, in whole chunks", () => {
    expect(pointState(chunks, 4, { maxErrors: 100, maxFrames: 15 })).toEqual({
      counts: chunk(20, 1),
      chunks: 2,
      stoppedBy: "frames",
    });
  });

  it("needs more if there is a gap, whatever lies behind it", () => {
    const gap = new Map([...chunks].filter(([i]) => i !== 1));
    expect(pointState(gap, 4, rule)).toEqual({ counts: chunk(10, 1), chunks: 1, stoppedBy: undefined });
    expect(pointState(gap, 4, { ...rule, maxSeconds: 4 }).stoppedBy).toBe("time");
    expect(pointState(new Map([[1, chunk(10, 9)]]), 4, { ...rule, maxSeconds: 4 }).stoppedBy).toBe(undefined);
  });

  it("never stops because no errors were seen", () => {
    const clean = new Map(Array.from({ length: 1000 }, (_, i) => [i, chunk(10, 0)] as const));
    expect(pointState(clean, 4, { maxErrors: 1, maxFrames: 10_001 }).stoppedBy).toBe(undefined);
  });

  it("gives the same points.csv for any order of the chunks, repetitions, and more chunks than needed", () => {
    const sweep = fakeSweep({ points: [0.5, 1] });
    const all = sweep.tasks.flatMap((task) =>
      Array.from({ length: 60 }, (_, i) => ({ task: taskId(task), chunk: i, counts: fakeCounts(task, i), ...LABELS })),
    );
    const text = (records: typeof all) => {
      const ledger = new Ledger();
      for (const [i, record] of records.entries()) ledger.add(record, { file: "a", line: i + 1 });
      return formatPoints(sweepRows(sweep, sweepPoints(sweep, ledger)));
    };
    const expected = text(all);
    expect(expected.match(/,errors,\d+,[0-9a-f]{16}$/gm)).toHaveLength(2);
    const needed = Math.max(
      ...sweep.tasks.map(
        (task) =>
          pointState(new Map(all.filter((r) => r.task === taskId(task)).map((r) => [r.chunk, r.counts])), 0, sweep.rule)
            .chunks,
      ),
    );
    const shuffled = fc
      .integer({ min: needed, max: 60 })
      .map((length) => all.filter((record) => record.chunk < length))
      .chain((some) => fc.tuple(fc.shuffledSubarray(some, { minLength: some.length }), fc.shuffledSubarray(some)));
    fc.assert(
      fc.property(shuffled, ([records, again]) => {
        expect(text([...records, ...again])).toBe(expected);
        expect(text([...again, ...records])).toBe(expected);
      }),
      { numRuns: 30 },
    );
  });
});

describe("targetReached", () => {
  const state = (frames: number, errors: number) => ({
    counts: chunk(frames, errors),
    chunks: 1,
    stoppedBy: "frames" as const,
  });

  it("compares the estimate, or without errors the upper bound", () => {
    expect(targetReached(state(1000, 9), 0.01)).toBe(true);
    expect(targetReached(state(1000, 10), 0.01)).toBe(false);
    expect(targetReached(state(300, 0), 0.01)).toBe(false);
    expect(targetReached(state(400, 0), 0.01)).toBe(true);
    expect(targetReached({ ...state(1000, 9), stoppedBy: undefined }, 0.01)).toBe(false);
    expect(targetReached(state(1000, 0), undefined)).toBe(false);
  });
});

describe("chunksNeeded", () => {
  const rule = { maxErrors: 100, maxFrames: 10_000 };
  const state = { counts: chunk(100, 10), chunks: 10 };

  it("extrapolates the errors, within the frames", () => {
    expect(chunksNeeded(state, chunk(100, 10), 0, rule, 10)).toBe(100);
    expect(chunksNeeded(state, chunk(100, 1), 0, rule, 10)).toBe(1000);
    expect(chunksNeeded({ ...state, chunks: 100 }, chunk(1000, 101), 0, rule, 10)).toBe(101);
  });

  it("doubles while there are no errors", () => {
    expect(chunksNeeded({ counts: chunk(0, 0), chunks: 0 }, chunk(0, 0), 0, rule, 10)).toBe(1);
    expect(chunksNeeded({ counts: chunk(100, 0), chunks: 10 }, chunk(100, 0), 2, rule, 10)).toBe(25);
  });
});

describe("firstFreeRange", () => {
  it("is the longest range from the first chunk that nobody has", () => {
    const done = new Set([0, 1, 6]);
    const claimed = [{ first: 2, count: 2 }];
    expect(firstFreeRange(done, claimed, 100, 10)).toEqual({ first: 4, count: 2 });
    expect(firstFreeRange(done, claimed, 100, 1)).toEqual({ first: 4, count: 1 });
    expect(firstFreeRange(done, claimed, 4, 10)).toBe(undefined);
    expect(firstFreeRange(done, [{ first: 2, count: 4 }], 9, 10)).toEqual({ first: 7, count: 2 });
  });
});

describe("addCounts", () => {
  it("adds every count", () => {
    const [task] = fakeSweep().tasks;
    const counts = [fakeCounts(task, 0), fakeCounts(task, 1)] as Required<ChunkCounts>[];
    const sum = addCounts(counts[0], counts[1]) as Required<ChunkCounts>;
    expect(Object.keys(sum)).toEqual(Object.keys(counts[0]));
    for (const name of Object.keys(sum) as (keyof ChunkCounts)[]) {
      expect(sum[name]).toBe(counts[0][name] + counts[1][name]);
    }
    expect(sum.mlErrors).toBeGreaterThan(0);
  });

  it("has no sum of what one of the two did not count", () => {
    const [task] = fakeSweep().tasks;
    const { mlErrors, ...earlier } = fakeCounts(task, 0);
    expect(mlErrors).toBeDefined();
    for (const sum of [addCounts(earlier, fakeCounts(task, 1)), addCounts(fakeCounts(task, 1), earlier)]) {
      expect(sum.frames).toBe(32);
      expect("mlErrors" in sum).toBe(false);
    }
  });
});
