import { type ChunkCounts, COUNT_NAMES } from "./chunk.ts";

/** The counts of no frames. */
export const ZERO_COUNTS: ChunkCounts = countsFrom(() => 0);

/** Sums, count by count. */
export function addCounts(a: ChunkCounts, b: ChunkCounts): ChunkCounts {
  return countsFrom((name) => a[name] + b[name]);
}

export function sameCounts(a: ChunkCounts, b: ChunkCounts): boolean {
  return COUNT_NAMES.every((name) => a[name] === b[name]);
}

/** Builds counts by asking for each by name. */
export function countsFrom(count: (name: keyof ChunkCounts) => number): ChunkCounts {
  return Object.fromEntries(COUNT_NAMES.map((name) => [name, count(name)])) as unknown as ChunkCounts;
}
