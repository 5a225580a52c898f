import { describe, expect, it, vi } from "vitest";
import { chunkLines, sweepTable } from "../../src/cli/run-text.ts";
import { WorkersUnderWay } from "../../src/cli/simulate.ts";
import type { TaskChunks } from "../../src/simulation/chunks/task-chunks.ts";
import { type ChunkCounts, ZERO_COUNTS } from "../../src/simulation/counts.ts";
import { type Sweep, type SweepPoint, sweepPoints, sweepRule } from "../../src/simulation/sweep.ts";
import { fakeSweep, WatchedLedger } from "../simulation/watched-ledger.ts";

const sweep = fakeSweep();

function sweepOf(decoder: string): Sweep {
  return { ...sweep, tasks: sweep.tasks.map((task) => ({ ...task, decoder })) };
}
const REPROCESSED = sweepOf("sum-product reprocess=osd osd-order=2");

type Counts = (ChunkCounts | undefined)[];

/** The cells of the table's lines, split at the gaps between columns. */
function cells(...args: [() => boolean, ...Counts] | Counts): string[][] {
  return cellsOf(sweep, ...args);
}

function cellsOf(sweep: Sweep, ...args: [() => boolean, ...Counts] | Counts): string[][] {
  const [atWork, counts] =
    typeof args[0] === "function" ? [args[0], args.slice(1) as Counts] : [undefined, args as Counts];
  const points = counts.map((now = ZERO_COUNTS, i): SweepPoint => {
    const all = { total: now, seconds: 2 } as TaskChunks;
    const status = now.frames > 0 ? "started" : "waiting";
    return { task: sweep.tasks[i], id: "", state: { counts: now, chunks: 1 }, all, status };
  });
  const [header, , ...rows] = sweepTable(sweep, points, { atWork }).split("\n");
  return [header, ...rows].map((line) => line.trim().split(/ {2,}/));
}

const counts = {
  ...ZERO_COUNTS,
  frames: 2000,
  frameErrors: 100,
  symbolErrors: 300,
  symbolErrorsSquared: 900,
  bitErrors: 400,
  bitErrorsSquared: 1600,
};

it("shows a lower bound of the maximum-likelihood FER with reprocessing, if it is above 0", () => {
  const bounded = [{ ...counts, undetected: 7, mlErrors: 4 }, counts, undefined];
  const [header, first, second, third] = cellsOf(REPROCESSED, ...bounded);
  expect(header.slice(0, 5)).toEqual(["Eb/N0 dB", "FER", "95 % interval", "ML ≥", "SER"]);
  expect(first[3]).toBe("2.00e-3");
  expect(second[3]).toBe("0");
  expect(third).toEqual(["1.5", "waiting"]);
});

it.each<[decoder: string, isShown: boolean]>([
  ["min-max iterations=10 stop=syndrome", false],
  ["osd order=1", true],
  ["rule-of-tomorrow option=1", false],
])("of %s shows it: %s", (decoder, isShown) => {
  expect(cellsOf(sweepOf(decoder), { ...counts, undetected: 7, mlErrors: 4 })[0].includes("ML ≥")).toBe(isShown);
});

it("says of a point that is begun whether anybody works on it", () => {
  expect(cells(counts, undefined).map((line) => line.at(-1))).toEqual(["state", "running", "waiting"]);
  const idle = cells(() => false, counts, undefined).map((line) => line.at(-1));
  expect(idle).toEqual(["state", "interrupted", "waiting"]);
});

describe("frames that are not stored yet", () => {
  const points = sweepPoints(sweep, new WatchedLedger(sweep).ledger);
  const task = points[1].id;
  const run = (first: number, frames: number) => ({
    first,
    counts: { ...ZERO_COUNTS, frames, frameErrors: frames / 4 },
  });

  it("are counted, of all workers, and no longer once they are stored", () => {
    const workers = new WorkersUnderWay(points);
    expect(workers.tell("1", { task, runs: [run(0, 0)] })).toBe(false);
    expect(workers.points(points)).toEqual(points);
    expect(workers.tell("1", { task, runs: [run(0, 8), run(1, 0)] })).toBe(true);
    expect(workers.tell("2", { task, runs: [run(2, 4)] })).toBe(false);
    const rows = sweepTable(sweep, workers.points(points)).split("\n").slice(2);
    expect(rows[0]).toMatch(/ waiting$/);
    expect(rows[1]).toMatch(/ 2\.50e-1 .* 12 +3 .* running$/);
    const { chunkFrames } = sweep.tasks[0];
    const ledger = new WatchedLedger(sweep).ledger;
    const counts = { ...ZERO_COUNTS, frames: chunkFrames };
    ledger
      .chunks({ id: task, chunkFrames })
      .add({ first: 0, count: 1, counts, seconds: 1 }, { file: "shard", line: 1 });
    workers.forget("2");
    expect(workers.points(sweepPoints(sweep, ledger))).toEqual(sweepPoints(sweep, ledger));
  });

  it("are waited for aloud after a second", () => {
    vi.useFakeTimers();
    try {
      const workers = new WorkersUnderWay(points);
      vi.advanceTimersByTime(5000);
      expect(workers.firstFrameText(points)).toBeUndefined();
      workers.tell("1", { task, runs: [run(0, 0)] });
      expect(workers.firstFrameText(points)).toBeUndefined();
      vi.advanceTimersByTime(3000);
      expect(workers.firstFrameText(points)).toBe("first frame: 3 s so far");
      workers.tell("1", { task, runs: [run(0, 1)] });
      expect(workers.firstFrameText(points)).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("on a narrow screen", () => {
  const headers = (width: number, coloured: boolean, undetected = 7) => {
    const points = [
      { ...counts, undetected, mlErrors: 4 },
      { ...counts, undetected: 0 },
    ].map((now, i): SweepPoint => {
      const all = { total: now, seconds: 2 } as TaskChunks;
      return { task: sweep.tasks[i], id: "", state: { counts: now, chunks: 1 }, all, status: "started" };
    });
    const lines = sweepTable(REPROCESSED, points, { width, coloured }).split("\n");
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
    return lines[0].trim().split(/ {2,}/);
  };
  const ALL = [
    "Eb/N0 dB",
    "FER",
    "95 % interval",
    "ML ≥",
    "SER",
    "BER",
    "frames",
    "errors",
    "undetected",
    "iterations",
    "frames/s",
  ];

  it("drops the state first if colours show it, then the least important columns", () => {
    expect(headers(140, true)).toEqual([...ALL, "state"]);
    expect(headers(120, true)).toEqual(ALL);
    expect(headers(80, true, 0)).toEqual(ALL.slice(0, 8));
    expect(headers(60, true, 0)).toEqual(["Eb/N0 dB", "FER", "95 % interval", "frames", "errors"]);
    expect(headers(33, true)).toEqual(["Eb/N0 dB", "FER", "frames", "errors"]);
  });

  it("keeps undetected errors that occurred", () => {
    expect(headers(80, true)).toContain("undetected");
    expect(headers(46, true)).toEqual(["Eb/N0 dB", "FER", "frames", "errors", "undetected"]);
  });

  it("keeps the state longest where nothing else says it", () => {
    expect(headers(80, false, 0)).toEqual([...ALL.slice(0, 8).filter((header) => header !== "SER"), "state"]);
    expect(headers(44, false)).toEqual(["Eb/N0 dB", "FER", "frames", "errors", "state"]);
  });
});

describe("while workers compute", () => {
  const points = [counts, ZERO_COUNTS].map((now, i): SweepPoint => {
    const all = { total: now, seconds: 2 * now.frames } as TaskChunks;
    const status = now.frames > 0 ? "started" : "waiting";
    return { task: sweep.tasks[i], id: "", state: { counts: now, chunks: 1 }, all, status };
  });
  const table = (width: number, framesPerSecond?: number) => {
    const speed = framesPerSecond === undefined ? undefined : { framesPerSecond, busy: 1 };
    return sweepTable({ ...sweep, rule: { maxErrors: 500, maxFrames: 20_000 } }, points, {
      width,
      progress: { speed },
    });
  };

  it("each point has its engine time and the time that it still takes", () => {
    const [header, , ...rows] = table(200, 100)
      .split("\n")
      .map((line) => line.trim().split(/ {2,}/));
    expect(header.slice(-3)).toEqual(["time", "left", "state"]);
    expect(rows[0].slice(-3)).toEqual(["67 min", "80 s", "running"]);
    expect(rows[1]).toEqual(["1", "100 s to 3 min", "waiting"]);
  });
});

it("has the FER of the normal approximation, if it is known", () => {
  const all = { total: counts, seconds: 2 } as TaskChunks;
  const points = sweep.tasks.map(
    (task): SweepPoint => ({ task, id: "", state: { counts, chunks: 1 }, all, status: "started" }),
  );
  const [header, , ...rows] = sweepTable(sweep, points, { approximation: (value) => 10 ** (-10 * value) }).split("\n");
  const at = header.trim().split(/ {2,}/).indexOf("approximation");
  expect(rows.slice(0, 3).map((line) => line.trim().split(/ {2,}/)[at])).toEqual(["1.00e-5", "1.00e-10", "< 1.00e-12"]);
});

it("says why a point has far more frame errors or frames than it was to end with", () => {
  const { maxErrors } = sweepRule(sweep);
  const late = (frameErrors: number): SweepPoint => ({
    task: sweep.tasks[0],
    id: "",
    state: { counts: { ...counts, frameErrors }, chunks: 1, stoppedBy: "errors" },
    all: { total: counts, seconds: 2 } as TaskChunks,
    status: "done",
  });
  expect(chunkLines(sweep, [late(maxErrors)], 512)).toEqual([]);
  const few = { ...sweep, rule: { ...sweep.rule, maxFrames: 100 } };
  const ended = { ...late(0), state: { counts: { ...counts, frames: 512 }, chunks: 1, stoppedBy: "frames" } } as const;
  expect(chunkLines(few, [ended], 512)).toEqual([
    "A point ends with a whole chunk of 512 frames: 512 frames where --max-frames says 100. In a new folder --chunk 64 ends it sooner.",
  ]);
  expect(chunkLines(sweep, [late(16 * maxErrors)], 512)).toEqual([
    `A point ends with a whole chunk of 512 frames: ${16 * maxErrors} frame errors where --max-errors says ${maxErrors}. In a new folder --chunk 32 ends it sooner.`,
  ]);
});
