import type { SweepPoint } from "../../simulation/sweep.ts";
import { type UnderWay, withFramesUnderWay } from "../../simulation/under-way.ts";
import { roughDuration } from "../time-left-text.ts";

/** Seconds without a frame after which a display says so. */
const SLOW = 1;

/** The chunks that the workers of a command compute, for its display. */
export class WorkersUnderWay {
  readonly #workers = new Map<string, UnderWay>();
  /** Number of frames in the run before the command. */
  readonly #before: number;
  /** When the first worker began, in milliseconds. */
  #began: number | undefined;
  #hasFrames = false;

  /** @param points points of the run before the command. */
  constructor(points: readonly SweepPoint[]) {
    this.#before = stored(points);
  }

  /** Learns what a worker computes now. @returns whether it has the first frames of the command. */
  tell(worker: string, underWay: UnderWay): boolean {
    this.#began ??= performance.now();
    this.#workers.set(worker, underWay);
    if (this.#hasFrames) return false;
    this.#hasFrames = underWay.runs.some(({ counts }) => counts.frames > 0);
    return this.#hasFrames;
  }

  /** Forgets a worker that has ended. */
  forget(worker: string): void {
    this.#workers.delete(worker);
  }

  /** Points with the counts of frames that are not stored yet. */
  points(points: readonly SweepPoint[]): SweepPoint[] {
    return withFramesUnderWay(points, [...this.#workers.values()]);
  }

  /** `first frame: 3 s so far`, while the first frame of the command takes long. */
  firstFrameText(points: readonly SweepPoint[]): string | undefined {
    this.#hasFrames ||= stored(points) > this.#before;
    if (this.#hasFrames || this.#began === undefined) return undefined;
    const seconds = (performance.now() - this.#began) / 1000;
    return seconds < SLOW
      ? undefined
      : `${this.#before === 0 ? "first" : "next"} frame: ${roughDuration(seconds)} so far`;
  }
}

function stored(points: readonly SweepPoint[]): number {
  return points.reduce((sum, { all }) => sum + all.total.frames, 0);
}
