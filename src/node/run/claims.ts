import { join } from "node:path";
import type { ChunkRange } from "../../simulation/chunks/chunk-range.ts";
import type { Claim } from "../../simulation/worker.ts";
import { diskError } from "../disk/disk.ts";
import type { FoundLease } from "../disk/found-lease.ts";
import type { Lease } from "../disk/lease.ts";
import { LeaseFolder, type LeaseOptions } from "../disk/lease-folder.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { CLAIM_NAME, claimedRange, claimName, taskDigits } from "./claim-file.ts";

/** Who works on chunks, in words. */
export interface ClaimHolder {
  readonly range: ChunkRange;
  /** Whether it is a claim of this `ClaimFolder`. */
  readonly own: boolean;
  /** For example `process 4711 of node7 (worker 2), last sign of life 12 s ago`. */
  readonly text: string;
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
   * Makes the folder, if necessary, and removes the claims of workers that have ended.
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
      this.#leases.live((name) => CLAIM_NAME.test(name));
    } catch (error) {
      this.#leases.close();
      throw error;
    }
  }

  /**
   * Live claims on a task, including own claims. Stale claims are removed.
   * @throws InputError if the folder cannot be read, or a stale claim cannot be removed.
   */
  claimed(task: string): ChunkRange[] {
    return this.#claimed(task);
  }

  /**
   * Claims the range that `choose` returns for the live claims. If another worker is faster, `choose` is called again.
   * @returns undefined if `choose` returns no range.
   * @throws InputError if the claim cannot be written; no claim exists then.
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
   * Live claims on a task with their holders.
   * @throws InputError as `claimed` does.
   */
  holders(task: string): readonly ClaimHolder[] {
    return this.#live(task).map((found) => ({
      range: claimedRange(found),
      own: this.#leases.isOwn(found),
      text: this.#leases.describe(found),
    }));
  }

  /**
   * Ranges of live claims. Own claims are not read: a worker claims many times a second, and a claim that another
   * worker has taken over costs at most repeated work.
   * @param also first chunks of claims that the folder's list may not have yet.
   */
  #claimed(task: string, also: Iterable<number> = []): ChunkRange[] {
    const digits = taskDigits(task);
    const own = [...this.#held].filter(([name]) => CLAIM_NAME.exec(name)?.[1] === digits).map(([, { range }]) => range);
    const names = [...also].map((first) => claimName(task, first));
    const others = this.#leases.live((name) => CLAIM_NAME.exec(name)?.[1] === digits && !this.#held.has(name), names);
    return [...own, ...others.map(claimedRange)];
  }

  #live(task: string): FoundLease[] {
    const digits = taskDigits(task);
    return this.#leases.live((name) => CLAIM_NAME.exec(name)?.[1] === digits);
  }
}
