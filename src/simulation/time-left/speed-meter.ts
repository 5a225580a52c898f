import type { Speed } from "./time-left.ts";

/** Length of the measured period, in seconds. */
const WINDOW_SECONDS = 60;
/** Arrivals within this time, in seconds, count as one. */
const TOGETHER_SECONDS = 0.25;
/**
 * Silence after which no worker is assumed: at least this number of seconds, and at least this multiple of the usual
 * pause between arrivals.
 */
const SILENCE = { seconds: 10, pauses: 4 };

interface Arrival {
  readonly at: number;
  frames: number;
  seconds: number;
}

/** Measures how fast blocks of chunks arrive, from any number of workers. */
export class SpeedMeter {
  readonly #now: () => number;
  readonly #arrivals: Arrival[] = [];

  /** @param now clock in seconds; tests hand in their own. */
  constructor(now: () => number = () => performance.now() / 1000) {
    this.#now = now;
  }

  /** Counts a block at its arrival. @param seconds the time that an engine worked on it. */
  add(frames: number, seconds: number): void {
    const at = this.#now();
    const last = this.#arrivals.at(-1);
    if (last !== undefined && at - last.at < TOGETHER_SECONDS) {
      last.frames += frames;
      last.seconds += seconds;
      return;
    }
    this.#arrivals.push({ at, frames, seconds });
    while (this.#arrivals.length > 2 && at - this.#arrivals[0].at > WINDOW_SECONDS) this.#arrivals.shift();
  }

  /** The speed over the last minute; undefined before the second arrival, and after a long silence. */
  get speed(): Speed | undefined {
    const [first, ...rest] = this.#arrivals;
    const last = rest.at(-1);
    if (last === undefined) return undefined;
    const duration = last.at - first.at;
    const silence = this.#now() - last.at;
    if (silence > Math.max(SILENCE.seconds, (SILENCE.pauses * duration) / rest.length)) return undefined;
    // The first arrival's work was done before the measured period.
    const sum = (name: "frames" | "seconds") => rest.reduce((total, arrival) => total + arrival[name], 0);
    return { framesPerSecond: sum("frames") / duration, busy: sum("seconds") / duration };
  }
}
