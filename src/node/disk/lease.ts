import { closeSync, fstatSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { diskError, type WriteBytes, writeBytes, writeBytesAt } from "./disk.ts";
import {
  BEAT_FLAGS,
  discard,
  errorCode,
  isGone,
  type OnStep,
  putBack,
  readDescriptor,
  readSnapshot,
  type Snapshot,
  signatureOf,
  TRANSIENT,
  takeAway,
  uniqueDigits,
} from "./lease-file.ts";
import { type Holder, parseHolder, printable, processState, thisProcess } from "./lease-holder.ts";

/** A lease without a sign of life for longer may be taken over, in seconds. */
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
  /** Monotonic clock in seconds; tests hand in their own. */
  readonly now?: () => number;
  /** Writes the content of a new lease; tests hand in one that fails. */
  readonly write?: WriteBytes;
  /** Called before and after a lease is renamed to be removed, stale or released; tests stop the process there. */
  readonly onStep?: OnStep;
}

/** What else stands in the file of a lease; less than 2 KiB. */
export interface LeaseContent {
  readonly worker?: string;
  readonly [key: string]: unknown;
}

/** A lease as an observer found it. */
export interface FoundLease {
  /** Name of the lease. */
  readonly name: string;
  /** Name of its file, which differs if a take-over has renamed it. */
  readonly place: string;
  /** The JSON in the file; undefined if it contains none, or if it is no file. */
  readonly content: unknown;
  /** Undefined if the content names no process. */
  readonly holder: Holder | undefined;
  /** Time of last change by the file server's clock, in seconds. */
  readonly changed: number;
  /** Equal in two looks only if there was no sign of life between them. */
  readonly signature: string;
}

/**
 * A file that this process owns while it shows signs of life. Others take it over if this process was stopped for longer
 * than a lease, so whoever relies on it asks `beat` first.
 */
export class Lease {
  readonly token = uniqueDigits();
  readonly #folder: string;
  readonly #name: string;
  readonly #path: string;
  /** The content without the counter of heartbeats. */
  readonly #head: string;
  #beats = 0;

  /** Creates nothing yet. */
  constructor(folder: string, name: string, { worker, ...content }: LeaseContent) {
    this.#folder = folder;
    this.#name = name;
    this.#path = join(folder, name);
    this.#head = JSON.stringify({
      ...content,
      ...thisProcess(),
      worker: worker && printable(worker),
      token: this.token,
    }).slice(0, -1);
  }

  /**
   * Creates the file exclusively.
   * @returns whether it was created: false if a file or folder of that name exists.
   * @throws InputError if it cannot be written; there is no file then.
   */
  create(write: WriteBytes = writeBytes): boolean {
    let descriptor: number;
    try {
      descriptor = openSync(this.#path, "wx");
    } catch (error) {
      if (errorCode(error) === "EEXIST") return false;
      throw diskError(error, this.#path);
    }
    try {
      // A file server may report a full disk only when the file is closed.
      try {
        write(descriptor, this.#content());
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      this.#takeAwayPart();
      throw diskError(error, this.#path);
    }
    return true;
  }

  /**
   * Shows a sign of life: writes the content again with the next number, so that the file server sets the time of last
   * change. A file that is gone is not created again, but one that a take-over has renamed by mistake is put back.
   * @returns whether the file is ours, and then nobody takes it over during the next lease; false if the disk does not
   *   tell.
   */
  beat(): boolean {
    this.#beats++;
    const written = this.#rewrite();
    if (written !== undefined) return written;
    return this.#putBack() && this.#rewrite() === true;
  }

  /** Removes the file if it is still ours. */
  release(onStep?: OnStep): void {
    try {
      const snapshot = readSnapshot(this.#path);
      if (snapshot === undefined) {
        for (const path of this.#renamed()) discard(path);
      } else if (this.#isOf(snapshot)) {
        onStep?.("judged");
        takeAway(this.#path, (renamed) => this.#isOf(renamed), onStep);
      }
    } catch {
      // The disk refuses: others take the file over after a lease.
    }
  }

  /** Undefined if there is no file, false if it is not ours or cannot be written. */
  #rewrite(): boolean | undefined {
    try {
      const descriptor = openSync(this.#path, BEAT_FLAGS);
      try {
        // Read through the descriptor that is written through: in between, another lease may come to have that name.
        if (!this.#isOf(readDescriptor(descriptor))) return false;
        writeBytesAt(descriptor, this.#content(), 0);
        // What was opened may have been taken over by now. If it is still there, whoever takes it finds it changed.
        const snapshot = readSnapshot(this.#path);
        return snapshot && this.#isOf(snapshot);
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      return isGone(error) ? undefined : false;
    }
  }

  /** The lengths of all contents of a lease are equal: the file never needs to be cut, and no reader finds it empty. */
  #content(): Uint8Array {
    return new TextEncoder().encode(`${this.#head},"beats":${String(this.#beats).padEnd(10)}}\n`);
  }

  #isOf({ text }: Snapshot): boolean {
    return parseHolder(parseJson(text))?.token === this.token;
  }

  #putBack(): boolean {
    try {
      const renamed = this.#renamed().find((path) => putBack(path, this.#path));
      if (renamed !== undefined) discard(renamed);
      return renamed !== undefined;
    } catch {
      return false;
    }
  }

  /** Where a take-over has put this lease. */
  #renamed(): string[] {
    return readdirSync(this.#folder)
      .filter((name) => TRANSIENT.test(name) && name.startsWith(`${this.#name}.`))
      .map((name) => join(this.#folder, name))
      .filter((path) => {
        const snapshot = readSnapshot(path);
        return snapshot !== undefined && this.#isOf(snapshot);
      });
  }

  /** Removes a file that could be written in part only. */
  #takeAwayPart(): void {
    const content = new TextDecoder().decode(this.#content());
    try {
      takeAway(this.#path, ({ text }) => content.startsWith(text));
    } catch {
      // The failure before this is the one to report; an empty lease is stale after a while.
    }
  }
}

/**
 * The leases in one folder as one process sees them: those that it holds, whose heart it lets beat until `close`, and
 * those of others, which it finds, judges and takes away. No clock of another host counts, nor this host's own
 * calendar.
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
   * @returns nothing if a file or folder of that name exists.
   * @throws InputError if it cannot be written; there is no file then.
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
   * Live leases, own ones too; stale ones are taken away, and so are the remains of processes that were killed while
   * they took a lease away. A live lease that another process has renamed by mistake counts as well.
   * @param wanted which names are leases; other files are left alone.
   * @param also names to look for even if the folder does not list them: a file server's lists may be old.
   * @throws InputError if the folder cannot be read or a stale lease cannot be renamed.
   */
  live(wanted: (name: string) => boolean, also: Iterable<string> = []): FoundLease[] {
    // A process that does much at once leaves no time to the heart.
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
    // A time in the future tells nothing; then the time counts for which this process has seen no change.
    const age = this.#watched.get(found.place)?.isChange ? 0 : (this.#age(found) ?? 0);
    const seconds = Math.max(this.#unchangedSeconds(found), age);
    return `${who}, last sign of life ${Math.round(seconds)} s ago`;
  }

  /**
   * Whether the holder of a lease shows no sign of life any more: its process is gone from this host; or this process
   * has seen the file unchanged for a whole lease; or the file is older than a lease by the clock of the file server,
   * read from a file that this process has just written there. A file that names no process is treated just so.
   */
  #isStale(found: FoundLease): boolean {
    if (this.isOwn(found)) return false;
    const state = found.holder === undefined ? "unknown" : processState(found.holder);
    if (state === "gone") return true;
    if (state === "running" && this.#options.keepsWhileRunning) return false;
    if (this.#unchangedSeconds(found) >= this.#leaseSeconds) return true;
    const isOld = () => (this.#age(found) ?? 0) > this.#leaseSeconds;
    if (!isOld()) return false;
    // The file server's clock may have been set since it was read.
    this.#readClock();
    return isOld();
  }

  #liveAt(place: string): FoundLease | undefined {
    let found: FoundLease | undefined;
    // Each time round another process has put something else in that place; the bound is for odd file systems.
    for (let attempts = 0; attempts < 5; attempts++) {
      found = this.#look(place);
      if (found === undefined) return undefined;
      if (this.isOwn(found) && place !== found.name) this.#held.get(found.holder?.token ?? "")?.beat();
      if (!this.#isStale(found)) break;
      const path = join(this.#folder, place);
      if (place !== found.name) {
        // Nobody creates a file of such a name again, so there is nothing to take by mistake.
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

  /** Reads the file server's clock from a file written for that. */
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
      // On a full disk the time for which this process has seen a file unchanged has to do.
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

/** What a process has seen of a file. */
interface Watched {
  readonly signature: string;
  /** Since when it is unchanged. */
  readonly since: number;
  /** Whether the process has seen it change then, rather than for the first time. */
  readonly isChange: boolean;
}

/** The lease in a file of a folder; undefined if nothing is there. A folder or an unreadable file is a lease without content. */
export function findLease(folder: string, place: string): FoundLease | undefined {
  const found = readSnapshot(join(folder, place));
  if (found === undefined) return undefined;
  const content = parseJson(found.text);
  return {
    name: place.replace(TRANSIENT, ""),
    place,
    content,
    holder: parseHolder(content),
    changed: Number(found.changed / 1000n) / 1e6,
    signature: signatureOf(found),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
