import type { Ledger, TaskChunks } from "./chunks/task-chunks.ts";
import type { Part } from "./part.ts";
import { type PointRow, pointRow } from "./points.ts";
import { type PointState, pointState, ruleOfPart, type Stopping, targetReached } from "./stopping.ts";
import { type Task, taskId } from "./task.ts";

/** The points of a run, from low to high channel quality, and its stopping rule. */
export interface Sweep {
  /** Tasks that differ in the channel value only, from the worst channel to the best. */
  readonly tasks: readonly Task[];
  /** Rule of the whole run, even if this run is a part of it. */
  readonly rule: Stopping;
  /** The part of the frames that this run computes; undefined for all frames. */
  readonly part?: Part;
  /** Symbols per frame. */
  readonly symbols: number;
  /** log2 of the field size. */
  readonly bitsPerSymbol: number;
}

/** Progress of one point of a sweep. */
export interface SweepPoint {
  readonly task: Task;
  readonly id: string;
  readonly state: PointState;
  /** All chunks in the ledger, published or not. */
  readonly all: TaskChunks;
  /** `skipped`: an earlier point makes this one unnecessary. */
  readonly status: "waiting" | "started" | "done" | "skipped";
}

/** Progress of a sweep, determined by the merged chunks and the sweep alone. */
export function sweepPoints(sweep: Sweep, ledger: Ledger): SweepPoint[] {
  const rule = sweepRule(sweep);
  let skipped = false;
  let unfinished = false;
  return sweep.tasks.map((task) => {
    const id = taskId(task);
    const all = ledger.chunks({ id, chunkFrames: task.chunkFrames });
    const state = pointState(all, rule);
    const done = state.stoppedBy !== undefined;
    const status = skipped ? "skipped" : done ? "done" : all.chunks > 0 ? "started" : "waiting";
    unfinished ||= !done;
    // Decided in order: a later point that another worker finished early must not end the sweep before its turn.
    skipped ||= !unfinished && targetReached(state, rule);
    return { task, id, state, all, status };
  });
}

/** Frames of a point that do not count yet, because frames before them are missing. */
export interface WaitingFrames {
  readonly frames: number;
  /** The first missing chunk. */
  readonly first: number;
}

/** The frames that wait behind a gap; undefined for a point that has ended, and for one without a gap. */
export function waitingFrames({ status, all }: SweepPoint): WaitingFrames | undefined {
  const { next, counts } = all.prefix;
  const frames = all.total.frames - counts.frames;
  return status === "started" && frames > 0 ? { frames, first: next } : undefined;
}

/** The rule that ends a point of this run, whole or part. */
export function sweepRule({ rule, part }: Sweep): Stopping {
  return part === undefined ? rule : ruleOfPart(rule, part);
}

/** The rows of points.csv: finished points, and `unfinished` points with their counts so far. */
export function sweepRows(sweep: Sweep, points: readonly SweepPoint[]): PointRow[] {
  return points
    .filter(({ status, state }) => status !== "skipped" && state.chunks > 0)
    .map(({ task, state }) =>
      pointRow(task, state.counts, state.stoppedBy ?? "unfinished", sweep.symbols, sweep.bitsPerSymbol),
    );
}

/** Whether every point is done or skipped. */
export function sweepDone(points: readonly Pick<SweepPoint, "status">[]): boolean {
  return points.every(({ status }) => status === "done" || status === "skipped");
}
