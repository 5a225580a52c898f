import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ChunkRange } from "../../simulation/chunk-range.ts";
import type { Claim } from "../../simulation/worker.ts";
import { diskError } from "../disk/disk.ts";
import { type FoundLease, findLease } from "../disk/found-lease.ts";
import type { Lease } from "../disk/lease.ts";
import { LEASE_SECONDS, LeaseFolder, type LeaseOptions } from "../disk/lease-folder.ts";
import { processState } from "../disk/lease-holder.ts";
import { makeFolder } from "../disk/make-folder.ts";

/** By how much the clocks of hosts may differ when `liveClaims` compares them, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 60;

const NAME = /^([0-9a-f]{16})-(\d{1,15})\.json$/;
const CONTENT = z.object({ count: z.number().int().positive() });

/** Who works on chunks, in words. */
export interface ClaimHolder {
  readonly range: ChunkRange;
  /** Whether it is a claim of the `ClaimFolder` that was asked. */
  readonly own: boolean;
  /** For example `process 4711 of node7 (worker 2), last sign of life 12 s ago`. */
  readonly text: string;
}

/** A claim in the claims folder of a run. */
export interface LiveClaim extends ChunkRange {
  /** The first 16 digits of the task. */
  readonly task: string;
  readonly host: string;
  readonly worker: string;
  readonly pid: number;
}

/**
 * Claims as files `claims/<first 16 digits of task>-<first chunk>.json` of a run, each a lease. They only save work: if
 * two workers ever do the same chunk, the ledger finds both equal. Other files in that folder are left alone.
 */
export class ClaimFolder {
  readonly #leases: LeaseFolder;
  readonly #worker: string;
  /** By the claim's name. */
  readonly #held = new Map<string, { readonly lease: Lease; readonly range: ChunkRange }>();

  /**
   * Makes the folder, if need be, and takes away what workers have left there that are gone.
   * @param worker names the worker in its claims.
   * @throws InputError if the folder cannot be made or read.
   */
  constructor(run: string, worker: string, options: LeaseOptions = {}) {
    const folder = join(run, "claims");
    this.#worker = worker;
    try {
      makeFolder(folder);
    } catch (error) {
      throw diskError(error, folder);
    }
    this.#leases = new LeaseFolder(folder, options);
    try {
      this.#leases.live((name) => NAME.test(name));
    } catch (error) {
      this.#leases.close();
      throw error;
    }
  }

  /**
   * Live claims on a task, own ones too. Stale ones are taken away.
   * @throws InputError if the folder cannot be read, or a stale claim not be taken away.
   */
  claimed(task: string): ChunkRange[] {
    return this.#claimed(task);
  }

  /**
   * Claims the range that `choose` takes, given the live claims. If another worker is faster, `choose` is called again.
   * @returns nothing if `choose` takes none.
   * @throws InputError if the claim cannot be written; there is none then.
   */
  claim(task: string, choose: (claimed: readonly ChunkRange[]) => ChunkRange | undefined): Claim | undefined {
    const faster = new Set<number>();
    for (;;) {
      const claimed = this.#claimed(task, faster);
      // A file server may refuse to create a file as existing, and still not show it.
      for (const first of faster)
        if (!claimed.some((range) => range.first === first)) claimed.push({ first, count: 1 });
      const range = choose(claimed);
      if (range === undefined) return undefined;
      const { first, count } = range;
      if (claimed.some((other) => other.first === first)) throw new Error(`chunk ${first} is claimed already`);
      const name = claimName(task, first);
      const lease = this.#leases.create(name, { task, first, count, worker: this.#worker });
      if (lease !== undefined) {
        this.#held.set(name, { lease, range });
        return { task, first, count };
      }
      faster.add(first);
    }
  }

  /** Gives a claim back, if no other worker has taken it over. */
  release({ task, first }: Claim): void {
    const name = claimName(task, first);
    const held = this.#held.get(name);
    this.#held.delete(name);
    if (held !== undefined) this.#leases.release(held.lease);
  }

  /** Gives back all claims. */
  close(): void {
    this.#leases.close();
    this.#held.clear();
  }

  /**
   * Live claims on a task with those who hold them.
   * @throws InputError as `claimed` does.
   */
  holders(task: string): readonly ClaimHolder[] {
    return this.#live(task).map((found) => ({
      range: rangeOf(found),
      own: this.#leases.isOwn(found),
      text: this.#leases.describe(found),
    }));
  }

  /**
   * Ranges of live claims. Own ones are not read: a worker claims many times a second, and a claim that another worker has
   * taken over costs work at most.
   * @param also first chunks of claims that the folder's list may not have yet.
   */
  #claimed(task: string, also: Iterable<number> = []): ChunkRange[] {
    const digits = taskDigits(task);
    const own = [...this.#held].filter(([name]) => NAME.exec(name)?.[1] === digits).map(([, { range }]) => range);
    const names = [...also].map((first) => claimName(task, first));
    const others = this.#leases.live((name) => NAME.exec(name)?.[1] === digits && !this.#held.has(name), names);
    return [...own, ...others.map(rangeOf)];
  }

  #live(task: string): FoundLease[] {
    const digits = taskDigits(task);
    return this.#leases.live((name) => NAME.exec(name)?.[1] === digits);
  }
}

/**
 * The claims of a run's workers, for a command that only looks: nothing is taken away or written. A claim lives if its
 * process runs on this host, or if it has changed within the last lease, in which case the clocks of the hosts may
 * differ by a minute. Files that are no claims are passed over, and a run without claims has none.
 */
export function liveClaims(run: string): readonly LiveClaim[] {
  const folder = join(run, "claims");
  const live = list(folder).flatMap((name) => {
    const [, task] = NAME.exec(name) ?? [];
    if (task === undefined) return [];
    const found = look(folder, name);
    if (found?.holder === undefined || !CONTENT.safeParse(found.content).success || !seemsLive(found)) return [];
    const { host, worker = "", pid } = found.holder;
    return [{ task, ...rangeOf(found), host, worker, pid }];
  });
  return live.sort((a, b) => a.task.localeCompare(b.task) || a.first - b.first);
}

function seemsLive({ holder, changed }: FoundLease): boolean {
  const state = holder === undefined ? "unknown" : processState(holder);
  if (state !== "unknown") return state === "running";
  return Math.abs(Date.now() / 1000 - changed) < LEASE_SECONDS + CLOCK_TOLERANCE_SECONDS;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function look(folder: string, name: string): FoundLease | undefined {
  try {
    return findLease(folder, name);
  } catch {
    return undefined;
  }
}

/** If the file names no number of chunks, or is not filled yet, its first chunk is all that is known. */
function rangeOf({ name, content }: FoundLease): ChunkRange {
  return { first: Number(NAME.exec(name)?.[2]), count: CONTENT.safeParse(content).data?.count ?? 1 };
}

function claimName(task: string, first: number): string {
  return `${taskDigits(task)}-${first}.json`;
}

function taskDigits(task: string): string {
  return task.slice(0, 16);
}
