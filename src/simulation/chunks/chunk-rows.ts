import { type ChunkCounts, COUNT_NAMES, countsAt } from "../counts.ts";

/** Counts in a row. */
export const ROW_COUNTS = COUNT_NAMES.length;

/**
 * Position in a row of the count that decides whether a chunk has a wrong frame, and of the only count that a correct
 * chunk keeps.
 */
export const FRAME_ERRORS = COUNT_NAMES.indexOf("frameErrors");
export const ITERATIONS = COUNT_NAMES.indexOf("iterations");

/**
 * Counts of consecutive chunks in one array of numbers. A run has up to 262,144 chunks, too many for an object each.
 *
 * @example
 * const rows = ChunkRows.of([first, second]);
 * rows.at(1).frameErrors;
 */
export class ChunkRows implements Iterable<ChunkCounts> {
  /** [chunk][count], counts in the order of COUNT_NAMES. */
  readonly data: Float64Array;

  /** Rows of zeros. */
  constructor(chunks: number) {
    this.data = new Float64Array(chunks * ROW_COUNTS);
  }

  static of(counts: readonly ChunkCounts[]): ChunkRows {
    const rows = new ChunkRows(counts.length);
    for (const [i, chunk] of counts.entries()) {
      rows.data.set(
        COUNT_NAMES.map((name) => chunk[name]),
        i * ROW_COUNTS,
      );
    }
    return rows;
  }

  /** Number of chunks. */
  get length(): number {
    return this.data.length / ROW_COUNTS;
  }

  /** The counts of one chunk, by its index in these rows. */
  at(index: number): ChunkCounts {
    return countsAt(this.data, index * ROW_COUNTS);
  }

  *[Symbol.iterator](): Iterator<ChunkCounts> {
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }
}
