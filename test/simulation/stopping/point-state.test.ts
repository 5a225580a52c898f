import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { blocksOf, ChunkRows } from "../../../src/simulation/chunks/chunk-block.ts";
import { Ledger, TaskChunks } from "../../../src/simulation/chunks/task-chunks.ts";
import { type ChunkCounts, ZERO_COUNTS } from "../../../src/simulation/counts.ts";
import { formatPoints } from "../../../src/simulation/points.ts";
import { chunksNeeded, pointState, ruleOfPart, targetReached } from "../../../src/simulation/stopping.ts";
import { sweepPoints, sweepRows } from "../../../src/simulation/sweep.ts";
import { taskId } from "../../../src/simulation/task.ts";
import { fakeCounts } from "../fake-runner.ts";
import { fakeSweep } from "../watched-ledger.ts";

function chunk(frames: number, frameErrors: number): ChunkCounts {
  const errors = { symbolErrors: frameErrors, bitErrors: frameErrors };
  return {
    ...ZERO_COUNTS,
    frames,
    frameErrors,
    ...errors,
    symbolErrorsSquared: frameErrors,
    bitErrorsSquared: frameErrors,
  };
}

/** Chunks of 10 frames with these numbers of errors. undefined leaves a gap. */
function chunksOf(...errors: readonly (number | undefined)[]): TaskChunks {
  const chunks = new TaskChunks(10);
  for (const [first, count] of errors.entries()) {
    if (count === undefined) continue;
    const rows = ChunkRows.of([chunk(10, count)]);
    for (const block of blocksOf(rows, { first, count: 1 }, 1)) chunks.add(block, { file: "a", line: first + 1 });
  }
  return chunks;
}

describe("pointState", () => {
  const rule = { maxErrors: 3, maxFrames: 40 };

  it("is the shortest prefix that has the errors", () => {
    expect(pointState(chunksOf(1, 0, 2, 5), rule)).toEqual({ counts: chunk(30, 3), chunks: 3, stoppedBy: "errors" });
  });

  it("or the frames, in whole chunks", () => {
    expect(pointState(chunksOf(1, 0, 2, 5), { maxErrors: 100, maxFrames: 15 })).toEqual({
      counts: chunk(20, 1),
      chunks: 2,
      stoppedBy: "frames",
    });
  });

  it("never stops because no errors were seen", () => {
    const clean = chunksOf(...Array(1000).fill(0));
    expect(pointState(clean, { maxErrors: 1, maxFrames: 10_001 }).stoppedBy).toBe(undefined);
  });

  it("refuses a rule that is shorter than the one that the chunks were recorded under", () => {
    const chunks = new TaskChunks(10);
    const rows = ChunkRows.of([chunk(10, 0), chunk(10, 2), chunk(10, 0), chunk(10, 2)]);
    for (const block of blocksOf(rows, { first: 0, count: 4 }, 1)) {
      chunks.add({ ...block, wrong: undefined }, { file: "a.jsonl", line: 2 });
    }
    expect(pointState(chunks, { maxErrors: 5, maxFrames: 1000 }).chunks).toBe(4);
    for (const [shorter, option] of [
      [{ maxErrors: 4, maxFrames: 1000 }, "--max-errors"],
      [{ maxErrors: 5, maxFrames: 30 }, "--max-frames"],
    ] as const) {
      expect(() => pointState(chunks, shorter)).toThrow(`a.jsonl:2: was recorded under a larger ${option}`);
      expect(() => pointState(chunks, shorter)).toThrow(InputError);
    }
  });

  it("gives the same points.csv for any order and lengths of records, repetitions, and more chunks than needed", () => {
    const sweep = fakeSweep({ points: [0.5, 1] });
    const end = 64;
    const counts = sweep.tasks.map((task) => Array.from({ length: end }, (_, i) => fakeCounts(task, i)));
    const text = (ranges: readonly { task: number; first: number; count: number }[]) => {
      const ledger = new Ledger();
      for (const [line, { task, first, count }] of ranges.entries()) {
        const rows = ChunkRows.of(counts[task].slice(first, first + count));
        const { chunkFrames } = sweep.tasks[task];
        const identity = { id: taskId(sweep.tasks[task]), chunkFrames };
        for (const block of blocksOf(rows, { first, count }, 1))
          ledger.chunks(identity).add(block, { file: "a", line });
      }
      return formatPoints(sweepRows(sweep, sweepPoints(sweep, ledger)));
    };
    const whole = [0, 1].map((task) => ({ task, first: 0, count: end }));
    const expected = text(whole);
    expect(expected.match(/,errors,/gm)).toHaveLength(2);
    const range = fc.record({ task: fc.nat(1), first: fc.nat(end - 1), count: fc.integer({ min: 1, max: end }) });
    const cut = ({ task, first, count }: { task: number; first: number; count: number }) => ({
      task,
      first,
      count: Math.min(count, end - first),
    });
    const single = [0, 1].flatMap((task) => Array.from({ length: end }, (_, first) => ({ task, first, count: 1 })));
    fc.assert(
      fc.property(fc.array(range), fc.shuffledSubarray(single, { minLength: single.length }), (some, all) => {
        const extra = some.map(cut);
        expect(text([...extra, ...whole])).toBe(expected);
        expect(text([...all, ...extra])).toBe(expected);
        expect(text([...extra, ...all])).toBe(expected);
      }),
      { numRuns: 30 },
    );
  });
});

describe("ruleOfPart", () => {
  it("is a share of the errors with a margin, of the seconds, and all of the frames", () => {
    const rule = { maxErrors: 100, maxFrames: 1e9, maxSeconds: 60 };
    expect(ruleOfPart(rule, { index: 2, of: 4 })).toEqual({ maxErrors: 35, maxFrames: 1e9, maxSeconds: 15 });
    expect(ruleOfPart(rule, { index: 1, of: 1 })).toEqual(rule);
    expect(ruleOfPart({ maxErrors: 1, maxFrames: 10 }, { index: 1, of: 4 }).maxErrors).toBe(2);
  });
});

describe("targetReached", () => {
  const rule = { maxErrors: 100, maxFrames: 1000, targetFer: 0.01 };
  const state = (frames: number, errors: number) => ({
    counts: chunk(frames, errors),
    chunks: 1,
    stoppedBy: "frames" as const,
  });

  it("compares the estimate, or without errors the upper bound", () => {
    expect(targetReached(state(1000, 9), rule)).toBe(true);
    expect(targetReached(state(1000, 10), rule)).toBe(false);
    expect(targetReached(state(300, 0), rule)).toBe(false);
    expect(targetReached(state(400, 0), rule)).toBe(true);
    expect(targetReached({ ...state(1000, 9), stoppedBy: undefined }, rule)).toBe(false);
    expect(targetReached(state(1000, 0), { ...rule, targetFer: undefined })).toBe(false);
  });
});

describe("minFrames", () => {
  const rule = { maxErrors: 3, maxFrames: 80, minFrames: 41 };

  it("keeps errors and time from ending a point, up to the first wrong chunk after it", () => {
    const errors = [2, 2, 0, 1, 0, 0, 1, 1];
    expect(pointState(chunksOf(...errors.slice(0, 6)), rule)).toMatchObject({ chunks: 6, stoppedBy: undefined });
    expect(pointState(chunksOf(...errors), rule)).toEqual({ counts: chunk(70, 6), chunks: 7, stoppedBy: "errors" });
    const timed = { ...rule, maxErrors: 100, maxSeconds: 1 };
    expect(pointState(chunksOf(...errors.slice(0, 4)), timed).stoppedBy).toBe(undefined);
    expect(pointState(chunksOf(...errors.slice(0, 5)), timed).stoppedBy).toBe("time");
  });

  it("ends a point at the same chunk however its chunks came in blocks", () => {
    const cases = fc.record({
      errors: fc.array(fc.constantFrom(0, 0, 0, 1, 2), { minLength: 16, maxLength: 16 }),
      maxErrors: fc.integer({ min: 1, max: 12 }),
      minFrames: fc.integer({ min: 1, max: 160 }),
      sizes: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 16, maxLength: 16 }),
    });
    fc.assert(
      fc.property(cases, ({ errors, maxErrors, minFrames, sizes }) => {
        const chunks = new TaskChunks(10);
        for (let first = 0, i = 0; first < errors.length; i++) {
          const count = Math.min(sizes[i], errors.length - first);
          const rows = ChunkRows.of(errors.slice(first, first + count).map((wrong) => chunk(10, wrong)));
          for (const block of blocksOf(rows, { first, count }, 1)) chunks.add(block, { file: "a", line: i + 1 });
          first += count;
        }
        const sums = errors.map((_, i) => errors.slice(0, i + 1).reduce<number>((sum, wrong) => sum + wrong, 0));
        const end = sums.findIndex((sum, i) => errors[i] > 0 && sum >= maxErrors && 10 * (i + 1) >= minFrames);
        const expected = end < 0 ? { chunks: 16, stoppedBy: "frames" } : { chunks: end + 1, stoppedBy: "errors" };
        expect(pointState(chunks, { maxErrors, maxFrames: 160, minFrames })).toMatchObject(expected);
      }),
    );
  });
});

describe("chunksNeeded", () => {
  const rule = { maxErrors: 100, maxFrames: 10_000 };

  it("extrapolates the errors, within the frames", () => {
    expect(chunksNeeded(chunksOf(...Array(10).fill(1)), 0, rule)).toBe(100);
    expect(chunksNeeded(chunksOf(1, ...Array(9).fill(0)), 0, rule)).toBe(1000);
    expect(chunksNeeded(chunksOf(...Array(10).fill(10), 5), 0, rule)).toBe(12);
  });

  it("reaches at least to the least frames, and then to one more error", () => {
    expect(chunksNeeded(chunksOf(), 0, { ...rule, minFrames: 501 })).toBe(51);
    expect(chunksNeeded(chunksOf(...Array(10).fill(10), 0, 0), 0, { ...rule, minFrames: 100 })).toBe(13);
    expect(chunksNeeded(chunksOf(...Array(10).fill(1)), 0, { ...rule, maxErrors: 2, minFrames: 20 })).toBe(11);
  });

  it("doubles while there are no errors", () => {
    expect(chunksNeeded(chunksOf(), 0, rule)).toBe(1);
    expect(chunksNeeded(chunksOf(...Array(10).fill(0)), 2, rule)).toBe(25);
  });

  it("expects the chunks of the point before until the first error", () => {
    expect(chunksNeeded(chunksOf(), 0, rule, { before: 70 })).toBe(70);
    expect(chunksNeeded(chunksOf(...Array(40).fill(0)), 0, rule, { before: 70 })).toBe(81);
    expect(chunksNeeded(chunksOf(...Array(10).fill(1)), 0, rule, { before: 700 })).toBe(100);
  });

  it("reaches at least to the next chunk of a part", () => {
    expect(chunksNeeded(new TaskChunks(10, { index: 3, of: 4 }), 0, rule, { part: { index: 3, of: 4 } })).toBe(4);
  });
});
