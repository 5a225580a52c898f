import { readdirSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../errors.ts";
import type { ChunkRange } from "../../simulation/chunk-range.ts";
import { type FoundLease, findLease } from "../disk/found-lease.ts";
import { errorCode, isGone } from "../disk/lease-file.ts";
import { LEASE_SECONDS } from "../disk/lease-folder.ts";
import { type Holder, processState } from "../disk/lease-holder.ts";
import { CLAIM_NAME, claimedRange, isClaimContent, taskDigits } from "./claim-file.ts";

/** By how much the clocks of hosts may differ where claims are judged at one look, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** A claim in the claims folder of a run, as one look finds it. */
export interface ListedClaim extends ChunkRange {
  /** The first 16 digits of the task. */
  readonly task: string;
  /** Nothing if the file names no process. */
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
 * The claims of a run's workers, for a command that only looks: nothing is taken away or written. Files that are no claims
 * are passed over, and a run without claims has none.
 * @throws InputError if there is a folder of claims that cannot be read.
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

/** Tells of a task whether anybody works on it now, here or on another machine. @param claims of its run. */
export function tasksAtWork(claims: readonly ListedClaim[]): (task: string) => boolean {
  const claimed = new Set(claims.filter(({ isLive }) => isLive).map(({ task }) => task));
  return (task) => claimed.has(taskDigits(task));
}

/**
 * By how many seconds the clock of the file server is ahead of this host's, if claims show that it is more than hosts may differ by.
 * A clock that is behind looks like silence and is not told from it.
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
    // Nobody has begun. Where the folder is there and cannot be read, somebody may be at work.
    if (isGone(error)) return [];
    throw new InputError(`cannot be read (${errorCode(error)}), so nothing is known of the workers`, { file: folder });
  }
}

function look(folder: string, name: string): FoundLease | undefined {
  try {
    return findLease(folder, name);
  } catch {
    return undefined;
  }
}
