import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { InputError } from "../../errors.ts";
import { discard, diskError, isGone, makeFolder, type WriteBytes, writeBytes, writeBytesAt } from "./disk.ts";

// A lock is one file per process: PATH.0123456789abcdef, a name that no other process ever gives to a file. A process that wants the
// lock makes its file and then lists the folder; it has the lock if it finds no other live file. Otherwise it removes its own and tries
// again a little later. Of two processes at the same moment the later to make its file finds the other's, so never two have the lock. The
// file of a process that has ended is removed, and as nobody uses its name again, no other lock can be removed in its place.

/** Seconds between two attempts at a lock that another process holds: the first pause, and the longest. */
const PAUSE_SECONDS = { first: 0.005, longest: 0.2 };
/** Seconds until the first report of a wait, and between later reports. */
const TELL_SECONDS = { first: 1, every: 5 };
/** More than the size of a lock's file; no more is read. */
const READ_BYTES = 4096;
// A symbolic link or a pipe in the place of a lock is not followed and does not block. Windows has neither flag.
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const BEAT_FLAGS = constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export interface LockOptions extends SignsOfLife {
  /** Called with the holder of the lock, after a second of waiting and then every five seconds. */
  readonly onWait?: (text: string) => void;
  /** Ends a wait. */
  readonly signal?: AbortSignal;
  /** Waits for a number of seconds; tests pass their own function. */
  readonly pause?: (seconds: number) => Promise<void>;
  /** Whether a process of this host that still exists keeps the lock, even if it is stopped and gives no sign of life. */
  readonly keepsWhileRunning?: boolean;
  /** Writes a new file; tests pass a function that fails. */
  readonly write?: WriteBytes;
  /** Called before and after another process's file is renamed to be removed; tests stop the process there. */
  readonly onStep?: (step: "judged" | "renamed") => void;
}

export interface Lock {
  /**
   * Whether the lock is still this process's own. It is not if this process was stopped for so long that it seemed to have ended, and
   * another has taken the lock over. After `true`, no process takes it over before the next silence.
   */
  stillOurs(): boolean;
  /** Gives the lock back. */
  release(): void;
}

/**
 * Locks a folder, which is made if necessary, for this process alone, so that no two processes write the same files. A
 * lock whose process has ended on this host does not count, and a lock whose process still exists here counts even if
 * the process is stopped. For a lock of another host or of an unknown process, it waits for a sign of life. The end of
 * this process releases the lock.
 * @throws InputError if another process holds the lock, or the lock cannot be made; the signal's reason once it is
 * aborted.
 */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<Lock> {
  const signs = new Set<string>();
  const lock = await acquire(join(folder, "lock"), { ...options, keepsWhileRunning: true }, (found, text) => {
    signs.add(found.signature);
    if (found.holder === undefined) return;
    const isHere = processState(found.holder) === "running";
    if (!isHere && signs.size < 2) return;
    const remedy = "wait for its end or end it, or choose another --out";
    const limit = `its lock ends ${signsOfLife(options).silenceSeconds} s after the last sign of life`;
    throw new InputError(`${text}, works in this folder: ${isHere ? remedy : `${remedy}; ${limit}`}`, { file: folder });
  });
  const release = () => {
    process.off("exit", release);
    lock.release();
  };
  process.on("exit", release);
  return { stillOurs: lock.stillOurs, release };
}

/**
 * Runs `work` while this process alone has a lock, for work of well under a second. It waits for another holder; a
 * holder without a sign of life loses the lock.
 * @param path begin of the names of the lock's files; their folder is made if necessary.
 * @param work receives `stillOurs` of the lock, to be called just before it changes the guarded files.
 * @throws InputError if one process has the lock for longer than a silence and two signs of life take, or the lock cannot
 *   be made; the signal's reason once it is aborted; the error that `work` throws.
 */
export async function withLock<Value>(
  path: string,
  work: (stillOurs: () => boolean) => Value | Promise<Value>,
  options: LockOptions = {},
): Promise<Value> {
  const { silenceSeconds, signSeconds } = signsOfLife(options);
  const lock = await acquire(path, options, ({ holder, place }, text, seconds) => {
    if (seconds < silenceSeconds + 2 * signSeconds) return;
    const remedy =
      holder === undefined ? "remove the file" : "run the same command again, or end that process if it hangs";
    const file = join(dirname(path), place);
    throw new InputError(`${text}, has had this lock for ${Math.round(seconds)} s: ${remedy}`, { file });
  });
  try {
    return await work(lock.stillOurs);
  } finally {
    lock.release();
  }
}

/**
 * @param refuse called with the holder, the holder in words, and the seconds for which this process has waited for that
 *   holder; throws to end the wait.
 */
async function acquire(
  path: string,
  options: LockOptions,
  refuse: (found: FoundLock, text: string, seconds: number) => void,
): Promise<Lock> {
  const { onWait, signal, pause = sleep } = options;
  const { now, signSeconds } = signsOfLife(options);
  try {
    makeFolder(dirname(path));
  } catch (error) {
    throw diskError(error, dirname(path));
  }
  const others = new OtherLocks(path, options);
  const started = now();
  let tell = TELL_SECONDS.first;
  let seconds = PAUSE_SECONDS.first;
  let holder: { readonly place: string; readonly since: number } | undefined;
  for (;;) {
    signal?.throwIfAborted();
    // The first attempt makes a file in any case: its time is the file server's clock.
    let [other] = others.hasSeenClock ? others.live() : [];
    if (other === undefined) {
      const own = new OwnLock(path, options);
      [other] = others.live(own);
      if (other === undefined && own.beat()) {
        const heart = setInterval(() => own.beat(), 1000 * signSeconds);
        heart.unref();
        const release = () => {
          clearInterval(heart);
          own.remove();
        };
        return { stillOurs: () => own.beat(), release };
      }
      own.remove();
    }
    if (other?.isHeld) {
      const { place } = other;
      if (holder?.place !== place) holder = { place, since: now() };
      const text = others.describe(other);
      refuse(other, text, now() - holder.since);
      if (now() - started >= tell) {
        onWait?.(text);
        tell = now() - started + TELL_SECONDS.every;
      }
    }
    // Many waiting processes retry at different times.
    await pause(seconds * (0.5 + Math.random()));
    seconds = Math.min(2 * seconds, PAUSE_SECONDS.longest / 1.5);
  }
}

/** This process's file. */
class OwnLock {
  readonly #path: string;
  readonly #head: string;
  #beats = 0;
  /** Time of its making by the file server's clock, in seconds. */
  readonly made: number;

  /** @throws InputError if it cannot be written; no file exists then. */
  constructor(path: string, { write = writeBytes }: LockOptions) {
    this.#path = `${path}.${randomBytes(8).toString("hex")}`;
    this.#head = JSON.stringify(thisProcess()).slice(0, -1);
    try {
      const descriptor = openSync(this.#path, "wx");
      // A file server may report a full disk only when the file is closed.
      try {
        write(descriptor, this.#content(false));
        this.made = fstatSync(descriptor).mtimeMs / 1000;
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      discard(this.#path);
      throw diskError(error, path);
    }
  }

  get place(): string {
    return basename(this.#path);
  }

  /**
   * Shows a sign of life: writes the content again with the next number, so that the file server sets the time of last change.
   * @returns whether the file is there, and then nobody takes it away before the next silence; false if the disk does not answer.
   */
  beat(): boolean {
    this.#beats++;
    try {
      const descriptor = openSync(this.#path, BEAT_FLAGS);
      try {
        writeBytesAt(descriptor, this.#content(true), 0);
      } finally {
        closeSync(descriptor);
      }
      // The opened file may have been taken away by now.
      return lstatSync(this.#path, { throwIfNoEntry: false }) !== undefined;
    } catch {
      return false;
    }
  }

  /** Removes the file, also while another process judges it and may put it back once. */
  remove(): void {
    for (let i = 0; i < 2; i++) for (const path of [this.#path, takenFrom(this.#path)]) discard(path);
  }

  /** The lengths of all contents are equal: the file never needs to be cut, and no reader finds it empty. */
  #content(isHeld: boolean): Uint8Array {
    const beats = String(this.#beats).padEnd(10);
    return new TextEncoder().encode(`${this.#head},"held":${isHeld ? "true " : "false"},"beats":${beats}}\n`);
  }
}

const HOLDER = z.object({
  /** `process.kill` takes no larger numbers, and 0 and below mean groups of processes. */
  pid: z.number().int().positive().max(0x7fffffff),
  host: z.string().transform(printable),
  started: z.string().optional(),
  system: z.string().optional(),
  held: z.boolean().default(true),
});

/** Another process's file as this process found it. */
interface FoundLock {
  readonly place: string;
  /** Undefined if the content names no process. */
  readonly holder: z.infer<typeof HOLDER> | undefined;
  /** Whether its process may have the lock, rather than want it. */
  readonly isHeld: boolean;
  /** Time of last change by the file server's clock, in seconds. */
  readonly changed: number;
  /** Equal at two readings only if the holder gave no sign of life between them. */
  readonly signature: string;
}

/** The files of other processes from the view of this one, which judges and removes them. */
class OtherLocks {
  readonly #folder: string;
  readonly #name: string;
  readonly #onStep: LockOptions["onStep"];
  readonly #keepsWhileRunning: boolean;
  readonly #signs: Required<SignsOfLife>;
  /** Since when each file is unchanged. */
  readonly #watched = new Map<string, { readonly signature: string; readonly since: number }>();
  /** Whether this process has made a file beside them, whose time is the file server's clock. */
  hasSeenClock = false;

  constructor(path: string, options: LockOptions) {
    this.#folder = dirname(path);
    this.#name = basename(path);
    this.#onStep = options.onStep;
    this.#keepsWhileRunning = options.keepsWhileRunning ?? false;
    this.#signs = signsOfLife(options);
  }

  /**
   * The files of live processes, holders first. Files of ended processes are removed.
   * @param own this process's file, if it was made just now.
   * @throws InputError if the folder cannot be read or changed.
   */
  live(own?: OwnLock): FoundLock[] {
    if (own !== undefined) this.hasSeenClock = true;
    try {
      const places = readdirSync(this.#folder).filter((name) => this.#isLock(name) && name !== own?.place);
      const found = places.flatMap((place) => this.#liveAt(place, own?.made) ?? []);
      return found.sort((a, b) => Number(b.isHeld) - Number(a.isHeld));
    } catch (error) {
      throw diskError(error, this.#folder);
    }
  }

  /** The holder in words: `process 4711 of node7 (worker 2), last sign of life 12 s ago`. */
  describe(found: FoundLock): string {
    return processText(found.holder, this.#unchangedSeconds(found));
  }

  #isLock(name: string): boolean {
    return name.startsWith(this.#name) && LOCK_SUFFIX.test(name.slice(this.#name.length));
  }

  #liveAt(place: string, serverNow: number | undefined): FoundLock | undefined {
    const path = join(this.#folder, place);
    const found = readLock(path);
    if (found === undefined) return undefined;
    const before = this.#watched.get(place);
    if (found.signature !== before?.signature) {
      // At first sight the file server's clock tells for how long it is unchanged; a time in the future is no information.
      const age = before === undefined && serverNow !== undefined ? Math.max(0, serverNow - found.changed) : 0;
      this.#watched.set(place, { signature: found.signature, since: this.#signs.now() - age });
    }
    if (!this.#isStale(found)) return found;
    this.#onStep?.("judged");
    return this.#takeAway(path, found);
  }

  #isStale(found: FoundLock): boolean {
    const state = found.holder === undefined ? "unknown" : processState(found.holder);
    if (state === "gone") return true;
    if (state === "running" && this.#keepsWhileRunning) return false;
    return this.#unchangedSeconds(found) >= this.#signs.silenceSeconds;
  }

  /**
   * Removes a file, unless its process has given a sign of life since it was judged: it is renamed first, so that the
   * process finds it missing, and put back if it has changed.
   */
  #takeAway(path: string, judged: FoundLock): FoundLock | undefined {
    // A process that was killed while it judged has left the file under this name, and its owner has lost it.
    const taken = judged.place.endsWith(TAKEN) ? path : takenFrom(path);
    try {
      if (taken !== path) renameSync(path, taken);
      this.#onStep?.("renamed");
      const now = readLock(taken);
      if (taken !== path && now !== undefined && now.signature !== judged.signature) {
        renameSync(taken, path);
        return now;
      }
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
    discard(taken);
    return undefined;
  }

  #unchangedSeconds({ place, signature }: FoundLock): number {
    const watched = this.#watched.get(place);
    return watched?.signature === signature ? this.#signs.now() - watched.since : 0;
  }
}

const TAKEN = ".taken";
const LOCK_SUFFIX = /^\.[0-9a-f]{16}(\.taken)?$/;

function takenFrom(path: string): string {
  return `${path}${TAKEN}`;
}

/** The lock in a file; undefined for a missing file. A folder or an unreadable file is a lock of an unknown process. */
function readLock(path: string): FoundLock | undefined {
  const place = basename(path);
  let text = "";
  let changed: bigint;
  try {
    // The file is opened even for its times: on opening, a client of a file server checks whether its cache is up to date.
    const descriptor = openSync(path, READ_FLAGS);
    try {
      const bytes = Buffer.alloc(READ_BYTES);
      text = bytes.toString("utf8", 0, readSync(descriptor, bytes, 0, READ_BYTES, 0));
      changed = fstatSync(descriptor, { bigint: true }).mtimeNs;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const stat = isGone(error) ? undefined : lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    changed = stat.mtimeNs;
  }
  const holder = HOLDER.safeParse(jsonOf(text)).data;
  return {
    place,
    holder,
    isHeld: holder?.held ?? true,
    changed: Number(changed / 1000n) / 1e6,
    signature: `${changed} ${text}`,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
}

/**
 * A process in a file that other processes read. `started` is the time since boot at which the process started, in clock ticks; `system`
 * names the boot of the machine and the namespace in which `pid` counts. Both are known on Linux alone.
 */
interface ProcessName {
  readonly pid: number;
  readonly host: string;
  readonly started?: string;
  readonly system?: string;
}

let self: ProcessName | undefined;

/** This process, as it names itself in files. */
export function thisProcess(): ProcessName {
  self ??= {
    pid: process.pid,
    host: printable(hostname()),
    started: processStat(process.pid)?.started,
    system: systemName(),
  };
  return self;
}

/**
 * Whether the process runs: `unknown` for processes of other hosts, of another boot of this host and of
 * other containers. A process that has ended and waits for its parent to notice is `gone`, and so is a process whose
 * number another process has by now.
 */
export function processState({ pid, host, started, system }: ProcessName): "running" | "gone" | "unknown" {
  const here = thisProcess();
  if (host !== here.host) return "unknown";
  if (system !== undefined && here.system !== undefined && system !== here.system) return "unknown";
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return "gone";
  }
  const stat = processStat(pid);
  if (stat === undefined) return "running";
  const isSame = started === undefined || started === stat.started;
  return isSame && !"ZX".includes(stat.state) ? "running" : "gone";
}

/** A name without control characters, of at most 255 characters. */
function printable(name: string): string {
  return name.replaceAll(/\p{C}/gu, "?").slice(0, 255);
}

/** State and start time of a process from /proc; undefined if /proc does not have them. */
function processStat(pid: number): { readonly state: string; readonly started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field is the program's name in parentheses, which may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0], started: fields[19] };
  } catch {
    return undefined;
  }
}

/** Hosts may share a name, and containers of one host may share it too, while each counts its own processes. */
function systemName(): string | undefined {
  try {
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return undefined;
  }
}

/** How processes show each other, through files, that they live. Neither another host's clock nor this host's own calendar counts. */
export interface SignsOfLife {
  /** Seconds without a sign of life after which a process of another host, or a stopped one, no longer counts; 30 if left out. */
  readonly silenceSeconds?: number;
  /** Seconds between two signs of life; 5 if left out. */
  readonly signSeconds?: number;
  /** Monotonic clock in seconds; tests pass their own. */
  readonly now?: () => number;
}

/** Signs of life with their defaults. */
export function signsOfLife(options: SignsOfLife = {}): Required<SignsOfLife> {
  const { silenceSeconds = 30, signSeconds = 5, now = () => performance.now() / 1000 } = options;
  return { silenceSeconds, signSeconds, now };
}

/**
 * A process in words: `process 4711 of node7 (worker 2), last sign of life 12 s ago`.
 * @param process undefined for a file that names none.
 * @param silence seconds since its last sign of life.
 */
export function processText(
  process: { readonly pid: number; readonly host: string; readonly worker?: string } | undefined,
  silence: number,
): string {
  const worker = process?.worker === undefined ? "" : ` (worker ${process.worker})`;
  const who = process === undefined ? "an unknown process" : `process ${process.pid} of ${process.host}${worker}`;
  return `${who}, last sign of life ${Math.round(silence)} s ago`;
}
