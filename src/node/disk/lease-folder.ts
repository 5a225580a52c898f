import { closeSync, fstatSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../errors.ts";
import { discard } from "./discard.ts";
import { diskError, type WriteBytes, writeBytes } from "./disk.ts";
import { type FoundLease, findLease } from "./found-lease.ts";
import { Lease, type LeaseContent } from "./lease.ts";
import { type OnStep, signatureOf, TRANSIENT, takeAway, uniqueDigits } from "./lease-file.ts";
import { processState } from "./process-state.ts";

/** Seconds without a sign of life after which a lease may be taken over. */
export const LEASE_SECONDS = 30;
/** Seconds between two signs of life. */
export const HEARTBEAT_SECONDS = 5;

export interface LeaseOptions {
  /** Seconds without a sign of life after which a lease may be taken over; 30 if left out. */
  readonly leaseSeconds?: number;
  /** Seconds between two signs of life; 5 if left out. */
  readonly heartbeatSeconds?: number;
  /** Whether a process of this host that still exists keeps its leases, even if it is stopped and gives no sign. */
  readonly keepsWhileRunning?: boolean;
  /** Monotonic clock in seconds; tests pass their own. */
  readonly now?: () => number;
  /** Writes the content of a new lease; tests pass a function that fails. */
  readonly write?: WriteBytes;
  /** Called before and after a lease is renamed to be removed, stale or released; tests stop the process there. */
  readonly onStep?: OnStep;
}

/**
 * The leases in one folder from the view of one process: the leases that it holds, for which it gives signs of life
 * until `close`, and the leases of other processes, which it finds, judges and removes. Neither another host's clock
 * nor this host's own calendar counts.
 */
export class LeaseFolder {
  readonly #folder: string;
  readonly #options: LeaseOptions;
  readonly #leaseSeconds: number;
  readonly #heartbeatSeconds: number;
  readonly #now: () => number;
  readonly #held = new Map<string, Lease>();
  readonly #heart: NodeJS.Timeout;
  readonly #watched = new Map<string, Watched>();
  /** Seconds by which the file server's clock is ahead of `now`. */
  #ahead: number | undefined;
  #lastBeat: number;

  /** @param folder must exist. */
  constructor(folder: string, options: LeaseOptions = {}) {
    this.#folder = folder;
    this.#options = options;
    this.#leaseSeconds = options.leaseSeconds ?? LEASE_SECONDS;
    this.#heartbeatSeconds = options.heartbeatSeconds ?? HEARTBEAT_SECONDS;
    this.#now = options.now ?? (() => performance.now() / 1000);
    this.#lastBeat = this.#now();
    this.#heart = setInterval(() => this.#beat(), 1000 * this.#heartbeatSeconds);
    this.#heart.unref();
  }

  /**
   * Creates a lease that this process holds.
   * @returns undefined if a file or folder of that name exists.
   * @throws InputError if it cannot be written; no file exists then.
   */
  create(name: string, content: LeaseContent): Lease | undefined {
    const lease = new Lease(this.#folder, name, content);
    if (!lease.create(this.#options.write)) return undefined;
    this.#held.set(lease.token, lease);
    return lease;
  }

  release(lease: Lease): void {
    this.#held.delete(lease.token);
    lease.release(this.#options.onStep);
  }

  /** Releases all leases. */
  close(): void {
    clearInterval(this.#heart);
    for (const lease of [...this.#held.values()]) this.release(lease);
  }

  isOwn({ holder }: FoundLease): boolean {
    return holder?.token !== undefined && this.#held.has(holder.token);
  }

  /**
   * Live leases, including own leases. Stale leases are removed, and so are the remains of processes that were killed
   * while they removed a lease. A live lease that another process has renamed by mistake counts as well.
   * @param wanted whether a name is a lease's; other files are left alone.
   * @param also names to look for even if the folder does not list them: a file server's lists may be old.
   * @throws InputError if the folder cannot be read, a stale lease cannot be renamed, or a folder is in its place.
   */
  live(wanted: (name: string) => boolean, also: Iterable<string> = []): FoundLease[] {
    // A busy process may have delayed its signs of life.
    if (this.#now() - this.#lastBeat > this.#heartbeatSeconds) this.#beat();
    const names = new Set([...this.#list(), ...also]);
    for (const name of this.#watched.keys()) if (!names.has(name)) this.#watched.delete(name);
    const leases = new Map<string, FoundLease>();
    for (const place of names) {
      const name = place.replace(TRANSIENT, "");
      if (place === name && !wanted(name)) continue;
      const found = this.#liveAt(place);
      if (found === undefined || !wanted(name)) continue;
      if (place === name || !leases.has(name)) leases.set(name, found);
    }
    return [...leases.values()];
  }

  /** The holder in words: `process 4711 of node7 (worker 2), last sign of life 12 s ago`. */
  describe(found: FoundLease): string {
    const { holder } = found;
    const worker = holder?.worker === undefined ? "" : ` (worker ${holder.worker})`;
    const who = holder === undefined ? "an unknown process" : `process ${holder.pid} of ${holder.host}${worker}`;
    // A time in the future is no information; the time without a change that this process observed counts then.
    const age = this.#watched.get(found.place)?.isChange ? 0 : (this.#age(found) ?? 0);
    const seconds = Math.max(this.#unchangedSeconds(found), age);
    return `${who}, last sign of life ${Math.round(seconds)} s ago`;
  }

  /**
   * Whether the holder of a lease no longer shows signs of life: its process has ended on this host; or this process
   * has seen the file unchanged for a whole lease; or the file is older than a lease by the clock of the file server,
   * read from a file that this process has just written there. A file that names no process is judged in the same way.
   */
  #isStale(found: FoundLease): boolean {
    if (this.isOwn(found)) return false;
    const state = found.holder === undefined ? "unknown" : processState(found.holder);
    if (state === "gone") return true;
    if (state === "running" && this.#options.keepsWhileRunning) return false;
    if (this.#unchangedSeconds(found) >= this.#leaseSeconds) return true;
    const isOld = () => (this.#age(found) ?? 0) > this.#leaseSeconds;
    if (!isOld()) return false;
    // The file server's clock may have been set since the last reading.
    this.#readClock();
    return isOld();
  }

  #liveAt(place: string): FoundLease | undefined {
    let found: FoundLease | undefined;
    // In each attempt another process has put another file in that place; the bound is for odd file systems.
    for (let attempts = 0; attempts < 5; attempts++) {
      found = this.#look(place);
      if (found === undefined) return undefined;
      const path = join(this.#folder, place);
      if (found.isFolder) throw new InputError("is a folder where a lock's file belongs: move it away", { file: path });
      if (this.isOwn(found) && place !== found.name) this.#held.get(found.holder?.token ?? "")?.beat();
      if (!this.#isStale(found)) break;
      if (place !== found.name) {
        // No process creates a file of this name again, so no other file can be removed by mistake.
        discard(path);
        return undefined;
      }
      this.#options.onStep?.("judged");
      const { signature } = found;
      try {
        takeAway(path, (renamed) => signatureOf(renamed) === signature, this.#options.onStep);
      } catch (error) {
        throw diskError(error, path);
      }
    }
    return found;
  }

  #look(place: string): FoundLease | undefined {
    let found: FoundLease | undefined;
    try {
      found = findLease(this.#folder, place);
    } catch (error) {
      throw diskError(error, join(this.#folder, place));
    }
    const { signature } = found ?? {};
    const before = this.#watched.get(place);
    if (signature !== undefined && signature !== before?.signature) {
      this.#watched.set(place, { signature, since: this.#now(), isChange: before !== undefined });
    }
    return found;
  }

  #unchangedSeconds({ place, signature }: FoundLease): number {
    const watched = this.#watched.get(place);
    return watched?.signature === signature ? this.#now() - watched.since : 0;
  }

  /** Seconds since the last change by the file server's clock, which may be negative. */
  #age({ changed }: FoundLease): number | undefined {
    if (this.#ahead === undefined) this.#readClock();
    return this.#ahead === undefined ? undefined : this.#now() + this.#ahead - changed;
  }

  /** Reads the file server's clock from a file written for this purpose. */
  #readClock(): void {
    const path = join(this.#folder, `clock.${uniqueDigits()}.probe`);
    try {
      const descriptor = openSync(path, "wx");
      try {
        writeBytes(descriptor, new TextEncoder().encode("\n"));
        this.#ahead = fstatSync(descriptor).mtimeMs / 1000 - this.#now();
      } finally {
        closeSync(descriptor);
      }
    } catch {
      // On a full disk only the observed time without a change is known.
      this.#ahead = undefined;
    }
    discard(path);
  }

  #list(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch (error) {
      throw diskError(error, this.#folder);
    }
  }

  #beat(): void {
    this.#lastBeat = this.#now();
    for (const lease of this.#held.values()) lease.beat();
  }
}

/** A process's observation of a file. */
interface Watched {
  readonly signature: string;
  /** Since when it is unchanged. */
  readonly since: number;
  /** Whether the process saw a change at that time, rather than the file for the first time. */
  readonly isChange: boolean;
}
