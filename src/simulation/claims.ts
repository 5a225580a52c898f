import { type ChunkRange, rangeEnd, trimmed } from "./chunks/chunk-range.ts";
import type { TaskChunks } from "./chunks/task-chunks.ts";
import { type Part, shareFrom } from "./part.ts";

/** A worker's request for chunks. */
export interface ChunksWanted {
  /** The claim ends before this chunk. */
  readonly limit: number;
  /** Maximum length of the range. */
  readonly count: number;
  /** The part to which the chunks belong; undefined for a whole run. */
  readonly part?: Part;
}

/**
 * The first chunks that are neither done nor claimed, as one range.
 * @returns undefined if no chunk is free.
 */
export function firstFreeRange(
  done: Pick<TaskChunks, "prefix" | "doneUntil" | "nextDone">,
  claimed: readonly ChunkRange[],
  { limit, count, part }: ChunksWanted,
): ChunkRange | undefined {
  const claims = [...claimed].sort((a, b) => a.first - b.first);
  let first = done.prefix.next;
  for (;;) {
    const from = first;
    first = done.doneUntil(first);
    for (const claim of claims) if (claim.first <= first) first = Math.max(first, rangeEnd(claim));
    if (part !== undefined) first = Math.max(first, shareFrom(part, first).first);
    if (first >= limit) return undefined;
    if (first === from) break;
  }
  const share = part === undefined ? Number.POSITIVE_INFINITY : rangeEnd(shareFrom(part, first));
  const nextClaim = claims.find((claim) => claim.first > first)?.first ?? Number.POSITIVE_INFINITY;
  const end = Math.min(limit, first + count, share, nextClaim, done.nextDone(first));
  return trimmed({ first, count: end - first });
}
