/** Chunks first … first + count − 1 of one point. */
export interface ChunkRange {
  readonly first: number;
  readonly count: number;
}

/** The chunk after a range. */
export function rangeEnd({ first, count }: ChunkRange): number {
  return first + count;
}

/** Whether the outer range contains the inner one. */
export function covers(outer: ChunkRange, inner: ChunkRange): boolean {
  return outer.first <= inner.first && rangeEnd(inner) <= rangeEnd(outer);
}

/** Whether a range is dyadic: its length is a power of two and its first chunk a multiple of its length. */
export function isDyadic({ first, count }: ChunkRange): boolean {
  return count >= 1 && Number.isInteger(Math.log2(count)) && first % count === 0;
}

/**
 * The fewest dyadic ranges that make up a range, in order. Two dyadic ranges are either disjoint, or one contains the
 * other. So the completed chunks are the union of the largest recorded ranges, in any order of reading.
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
 * Shortens a range so that it consists of few dyadic ranges: it ends at a multiple of the largest possible power of
 * two. Consecutive ranges of equal length are then dyadic themselves.
 */
export function trimmed({ first, count }: ChunkRange): ChunkRange {
  const grain = 2 ** Math.floor(Math.log2(count));
  const end = Math.floor((first + count) / grain) * grain;
  return { first, count: end - first };
}
