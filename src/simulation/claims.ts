/** Chunks first … first + count − 1 of one point. */
export interface ChunkRange {
  readonly first: number;
  readonly count: number;
}

/**
 * The first chunks that are neither done nor claimed, as one range.
 * @param limit chunks from this index on are not wanted.
 * @param count longest range wanted.
 * @returns nothing if there are none.
 */
export function firstFreeRange(
  done: { has(chunk: number): boolean },
  claimed: readonly ChunkRange[],
  limit: number,
  count: number,
): ChunkRange | undefined {
  const taken = (chunk: number) =>
    done.has(chunk) || claimed.some((c) => c.first <= chunk && chunk < c.first + c.count);
  let first = 0;
  while (first < limit && taken(first)) first++;
  let end = first;
  while (end < Math.min(limit, first + count) && !taken(end)) end++;
  return end > first ? { first, count: end - first } : undefined;
}
