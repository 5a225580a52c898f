/** Shortest run that keeps a device busy: the overhead of starting shorter runs is too large. */
const RUN_SECONDS = 0.25;
/** Longest run between two readings of the clock, the ledger and Ctrl-C, where chunks are small enough. */
const RUN_SECONDS_MAXIMUM = 1;

/** Growth of the next run: eight times while that stays below half of RUN_SECONDS, else twice. */
const STEP = 8;

/** Most chunks of a run: their counts are held in memory, 88 bytes each. */
const RUN_CHUNKS_MAXIMUM = 2 ** 18;

/** Number of chunks of the next run, learnt from the durations of the runs before. */
export class BatchSize {
  #chunks = 1;

  /** Chunks for the next run. @param maximum largest number of chunks that the runner takes. */
  chunks(maximum: number): number {
    return Math.min(this.#chunks, maximum);
  }

  /** Learns from a run. */
  learn(chunks: number, seconds: number): void {
    // A run cut short by the end of a point says nothing about longer runs.
    if (chunks < this.#chunks && seconds < RUN_SECONDS) return;
    const step = seconds * STEP < RUN_SECONDS / 2 ? STEP : 2;
    if (seconds < RUN_SECONDS) this.#chunks = Math.min(step * this.#chunks, RUN_CHUNKS_MAXIMUM);
    else if (seconds > RUN_SECONDS_MAXIMUM) this.#chunks = Math.max(1, Math.floor(Math.min(chunks, this.#chunks) / 2));
  }
}
