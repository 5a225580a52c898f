/** Target duration of the shortest run: starting shorter runs costs too much of the time. */
const RUN_SECONDS = 0.5;
/** Longest run between two readings of the clock, the ledger and Ctrl-C, where chunks are small enough. */
const RUN_SECONDS_MAXIMUM = 1;

/** Growth factor of the next run: eight while the run stays below half of RUN_SECONDS, else two. */
const STEP = 8;

/** Maximum number of chunks of a run: their counts take 88 bytes of memory each. */
const RUN_CHUNKS_MAXIMUM = 2 ** 18;

/** Number of chunks of the next run, estimated from the durations of earlier runs. */
export class BatchSize {
  #chunks = 1;

  /** Chunks for the next run. @param maximum largest number of chunks that the runner accepts. */
  chunks(maximum: number): number {
    return Math.min(this.#chunks, maximum);
  }

  /** Learns from a run. */
  learn(chunks: number, seconds: number): void {
    // The duration of a run that the end of its point shortened does not predict longer runs.
    if (chunks < this.#chunks && seconds < RUN_SECONDS) return;
    const step = seconds * STEP < RUN_SECONDS / 2 ? STEP : 2;
    if (seconds < RUN_SECONDS) this.#chunks = Math.min(step * this.#chunks, RUN_CHUNKS_MAXIMUM);
    else if (seconds > RUN_SECONDS_MAXIMUM) this.#chunks = Math.max(1, Math.floor(Math.min(chunks, this.#chunks) / 2));
  }
}
