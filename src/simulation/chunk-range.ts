/** Chunks first … first + count − 1 of one point. */
export interface ChunkRange {
  readonly first: number;
  readonly count: number;
}

/** The chunk after a range. */
export function rangeEnd({ first, count }: ChunkRange): number {
  return first + count;
}

/** Whether every chunk of the inner range is one of the outer. */
export function covers(outer: ChunkRange, inner: ChunkRange): boolean {
  return outer.first <= inner.first && rangeEnd(inner) <= rangeEnd(outer);
}

/** Whether a range is dyadic: its length is a power of two and its first chunk a multiple of that. */
export function isDyadic({ first, count }: ChunkRange): boolean {
  return count >= 1 && Number.isInteger(Math.log2(count)) && first % count === 0;
}

/**
 * The fewest dyadic ranges that make up a range, in order. Of two dyadic ranges either both are apart or one contains
 * the other. So the chunks done are the union of the largest recorded ranges, in any order of reading.
 *
 * @example
 * [...dyadicRanges({ first: 3, count: 6 })]; // 3, 4 … 7, 8
 */
export function* dyadicRanges(range: ChunkRange): Generator<ChunkRange> {
  const end = rangeEnd(range);
  for (let first = range.first; first < end; ) {
    let count = 1;
    while (first % (2 * count) === 0 && first + 2 * count <= end) count *= 2;
    yield { first, count };
    first += count;
  }
}

/**
 * A range cut at its end so that it consists of few dyadic ranges: it ends at a multiple of the largest power of two
 * that fits. Consecutive ranges of equal length are then dyadic themselves.
 */
export function trimmed({ first, count }: ChunkRange): ChunkRange {
  const grain = 2 ** Math.floor(Math.log2(count));
  const end = Math.floor((first + count) / grain) * grain;
  return { first, count: end - first };
}
