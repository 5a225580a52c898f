/** Shortest run that keeps a device busy: below it, starting runs costs too much. */
const RUN_SECONDS = 0.25;
/** Longest run between two looks at the clock, the ledger and Ctrl-C, where chunks are small enough. */
const RUN_SECONDS_MAXIMUM = 1;

/** How much larger the next run is: eight times where that keeps it below half of RUN_SECONDS, else twice. */
const STEP = 8;

/** Most chunks of a run: their counts are held in memory, 88 bytes each. */
const RUN_CHUNKS_MAXIMUM = 2 ** 18;

/** How many chunks the next run should take, learnt from how long the runs before took. */
export class BatchSize {
  #chunks = 1;

  /** Chunks for the next run. @param maximum what the runner takes at most. */
  chunks(maximum: number): number {
    return Math.min(this.#chunks, maximum);
  }

  /** Learns from a run. */
  learn(chunks: number, seconds: number): void {
    // A run cut short by the end of a point says nothing about larger ones.
    if (chunks < this.#chunks && seconds < RUN_SECONDS) return;
    const step = seconds * STEP < RUN_SECONDS / 2 ? STEP : 2;
    if (seconds < RUN_SECONDS) this.#chunks = Math.min(step * this.#chunks, RUN_CHUNKS_MAXIMUM);
    else if (seconds > RUN_SECONDS_MAXIMUM) this.#chunks = Math.max(1, Math.floor(Math.min(chunks, this.#chunks) / 2));
  }
}
