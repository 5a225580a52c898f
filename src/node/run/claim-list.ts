import { readdirSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../errors.ts";
import type { ChunkRange } from "../../simulation/chunks/chunk-range.ts";
import { type FoundLease, findLease } from "../disk/found-lease.ts";
import { isGone } from "../disk/lease-file.ts";
import { LEASE_SECONDS } from "../disk/lease-folder.ts";
import type { Holder } from "../disk/lease-holder.ts";
import { processState } from "../disk/process-state.ts";
import { readFailure } from "../disk/read-failure.ts";
import { CLAIM_NAME, claimedRange, isClaimContent, taskDigits } from "./claim-file.ts";

/** Largest accepted difference between the clocks of hosts when claims are judged at a single reading, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** A claim in the claims folder of a run, as one look finds it. */
export interface ListedClaim extends ChunkRange {
  /** The first 16 digits of the task. */
  readonly task: string;
  /** Undefined if the file names no process. */
  readonly holder?: Pick<Holder, "host" | "worker" | "pid">;
  /**
   * Whether its process runs on this host, or the file has changed within the last lease, in which case the clocks of the hosts may
   * differ by a minute.
   */
  readonly isLive: boolean;
  /** Seconds since the last sign of life: this host's clock less the file server's; below 0 if that is ahead. */
  readonly age: number;
}

/**
 * The claims of a run's workers, for a command that only reads: it removes and writes nothing. Files that are no claims
 * are skipped, and a run without claims has none.
 * @throws InputError if a folder of claims exists and cannot be read.
 */
export function listClaims(run: string): readonly ListedClaim[] {
  const folder = join(run, "claims");
  const claims = names(folder).flatMap((name) => {
    const [, task] = CLAIM_NAME.exec(name) ?? [];
    const found = task === undefined ? undefined : look(folder, name);
    if (task === undefined || found === undefined) return [];
    const holder = isClaimContent(found.content) ? found.holder : undefined;
    const age = Date.now() / 1000 - found.changed;
    return [{ task, ...claimedRange(found), holder, age, isLive: holder !== undefined && seemsLive(holder, age) }];
  });
  return claims.sort((a, b) => a.task.localeCompare(b.task) || a.first - b.first);
}

/**
 * Returns a function that tests whether a process works on a task now, here or on another machine. @param claims of its
 * run.
 */
export function tasksAtWork(claims: readonly ListedClaim[]): (task: string) => boolean {
  const claimed = new Set(claims.filter(({ isLive }) => isLive).map(({ task }) => task));
  return (task) => claimed.has(taskDigits(task));
}

/**
 * Seconds by which the clock of the file server is ahead of this host's, if claims show more than the accepted
 * difference. A clock that is behind looks the same as silence.
 */
export function clockAhead(claims: readonly ListedClaim[]): number | undefined {
  const ahead = -claims.reduce((least, { age }) => Math.min(least, age), 0);
  return ahead > CLOCK_TOLERANCE_SECONDS ? ahead : undefined;
}

function seemsLive(holder: Holder, age: number): boolean {
  const state = processState(holder);
  if (state !== "unknown") return state === "running";
  return Math.abs(age) < LEASE_SECONDS + CLOCK_TOLERANCE_SECONDS;
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // No work has begun. If the folder exists and cannot be read, another process may be at work.
    if (isGone(error)) return [];
    const reason = readFailure(error, "folder");
    throw new InputError(`cannot be read: ${reason}, so nothing is known of the workers`, { file: folder });
  }
}

function look(folder: string, name: string): FoundLease | undefined {
  try {
    return findLease(folder, name);
  } catch {
    return undefined;
  }
}
