import { z } from "zod";
import type { ChunkRange } from "../../simulation/chunks/chunk-range.ts";
import type { FoundLease } from "../disk/found-lease.ts";

/** Names of claims: the first digits of the task and the first chunk. */
export const CLAIM_NAME = /^([0-9a-f]{16})-(\d{1,15})\.json$/;

const CONTENT = z.object({ count: z.number().int().positive() });

export function claimName(task: string, first: number): string {
  return `${taskDigits(task)}-${first}.json`;
}

/** The digits of a task in the names of its claims. */
export function taskDigits(task: string): string {
  return task.slice(0, 16);
}

/** Whether the content of a file is that of a claim. */
export function isClaimContent(content: unknown): boolean {
  return CONTENT.safeParse(content).success;
}

/** If the file has no number of chunks, or is not filled yet, only its first chunk is known. */
export function claimedRange({ name, content }: FoundLease): ChunkRange {
  return { first: Number(CLAIM_NAME.exec(name)?.[2]), count: CONTENT.safeParse(content).data?.count ?? 1 };
}
