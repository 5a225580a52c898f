import { addCounts, type ChunkCounts, ZERO_COUNTS } from "./counts.ts";
import type { SweepPoint } from "./sweep.ts";

/** The chunks of a point that a worker computes. */
export interface UnderWay {
  /** Identity of the point's task. */
  readonly task: string;
  readonly runs: readonly RunUnderWay[];
}

/** A run of chunks that are not stored yet. */
export interface RunUnderWay {
  /** The first of its chunks. */
  readonly first: number;
  /** Counts of the frames that are decoded. */
  readonly counts: ChunkCounts;
}

/** Points for a display, with the counts of frames that are decoded but not stored yet. */
export function withFramesUnderWay(points: readonly SweepPoint[], underWay: readonly UnderWay[]): SweepPoint[] {
  return points.map((point) => {
    const counts = framesOf(point, underWay);
    return point.status === "done" || counts.frames === 0
      ? point
      : { ...point, status: "started", state: { ...point.state, counts: addCounts(point.state.counts, counts) } };
  });
}

/** Another process may have stored a run since it was reported. */
function framesOf({ id, all }: SweepPoint, underWay: readonly UnderWay[]): ChunkCounts {
  return underWay
    .filter(({ task }) => task === id)
    .flatMap(({ runs }) => runs.filter(({ first }) => all.doneUntil(first) === first))
    .reduce((sum, { counts }) => addCounts(sum, counts), ZERO_COUNTS);
}
