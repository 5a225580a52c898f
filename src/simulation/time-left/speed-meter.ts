import type { Speed } from "./time-left.ts";

/** Seconds of the past that a speed is measured over. */
const WINDOW_SECONDS = 60;
/** Arrivals within so many seconds count as one. */
const TOGETHER_SECONDS = 0.25;
/** Silence after which nobody computes: so many seconds, and so many times the usual pause between arrivals. */
const SILENCE = { seconds: 10, pauses: 4 };

interface Arrival {
  readonly at: number;
  frames: number;
  seconds: number;
}

/** Measures how fast blocks of chunks arrive, whoever has computed them. */
export class SpeedMeter {
  readonly #now: () => number;
  readonly #arrivals: Arrival[] = [];

  /** @param now clock in seconds; tests hand in their own. */
  constructor(now: () => number = () => performance.now() / 1000) {
    this.#now = now;
  }

  /** Counts a block that has just come. @param seconds for which an engine was busy with it. */
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

  /** The speed over the last minute; nothing before the second arrival, and where nothing has come for long. */
  get speed(): Speed | undefined {
    const [first, ...rest] = this.#arrivals;
    const last = rest.at(-1);
    if (last === undefined) return undefined;
    const duration = last.at - first.at;
    const silence = this.#now() - last.at;
    if (silence > Math.max(SILENCE.seconds, (SILENCE.pauses * duration) / rest.length)) return undefined;
    // What came first was computed before that.
    const sum = (name: "frames" | "seconds") => rest.reduce((total, arrival) => total + arrival[name], 0);
    return { framesPerSecond: sum("frames") / duration, busy: sum("seconds") / duration };
  }
}
