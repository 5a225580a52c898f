import { randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { InputError, unlessRefused } from "../../errors.ts";
import { parseJson } from "../../json.ts";
import { discard, diskError, isGone, makeFolder, type WriteBytes, writeBytes, writeBytesAt } from "./disk.ts";
import { hostName, processState, processText, thisProcess } from "./processes.ts";

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
  /** Called before another process's file is removed; tests stop the process there. */
  readonly onJudged?: () => void;
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
 */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<Lock> {
  const lock = await acquire(join(folder, "lock"), { ...options, keepsWhileRunning: true }, (found, text) => {
    if (found.holder === undefined) return;
    const isHere = processState(found.holder) === "running";
    if (!isHere && !found.hasShownLife) return;
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

/** @param refuse called with the holder, also in words, and the seconds for which this process has waited for it; throws to end the wait. */
async function acquire(
  path: string,
  options: LockOptions,
  refuse: (found: FoundLock, text: string, seconds: number) => void,
): Promise<Lock> {
  const { onWait, signal, pause = sleep } = options;
  const { now, signSeconds } = signsOfLife(options);
  makeFolder(dirname(path));
  const live = otherLocks(path, options);
  const started = now();
  let tell = TELL_SECONDS.first;
  let seconds = PAUSE_SECONDS.first;
  let holder: { readonly place: string; readonly since: number } | undefined;
  for (;;) {
    signal?.throwIfAborted();
    let [other] = live();
    if (other === undefined) {
      const own = ownLock(path, options);
      [other] = live(own.place);
      if (other === undefined && own.beat()) {
        const heart = setInterval(own.beat, 1000 * signSeconds);
        heart.unref();
        const release = () => {
          clearInterval(heart);
          own.remove();
        };
        return { stillOurs: own.beat, release };
      }
      own.remove();
    }
    if (other?.isHeld) {
      const { place } = other;
      if (holder?.place !== place) holder = { place, since: now() };
      const text = processText(other.holder, now() - other.since);
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

/** This process's file. @throws InputError if it cannot be written; no file exists then. */
function ownLock(path: string, { write = writeBytes }: LockOptions) {
  const file = `${path}.${randomBytes(8).toString("hex")}`;
  const head = JSON.stringify(thisProcess()).slice(0, -1);
  let beats = 0;
  // The lengths of all contents are equal: the file never needs to be cut, and no reader finds it empty.
  const content = (held: "true " | "false") =>
    new TextEncoder().encode(`${head},"held":${held},"beats":${String(beats).padEnd(10)}}\n`);
  /** A file server may report a full disk only when the file is closed. */
  const opened = (flags: string | number, work: (descriptor: number) => void) => {
    const descriptor = openSync(file, flags);
    try {
      work(descriptor);
    } finally {
      closeSync(descriptor);
    }
  };
  try {
    opened("wx", (descriptor) => write(descriptor, content("false")));
  } catch (error) {
    discard(file);
    throw diskError(error, path);
  }
  return {
    place: basename(file),
    /**
     * Shows a sign of life: writes the content again with the next number, so that the file server sets the time of last change.
     * @returns whether the file is there, and then nobody takes it away before the next silence; false if the disk does not answer.
     */
    beat(): boolean {
      beats++;
      try {
        opened(BEAT_FLAGS, (descriptor) => writeBytesAt(descriptor, content("true "), 0));
        // The opened file may have been taken away by now.
        return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
      } catch {
        return false;
      }
    },
    /** Removes the file, also while another process judges it and may put it back once. */
    remove(): void {
      for (let i = 0; i < 2; i++) for (const each of [file, file + TAKEN]) discard(each);
    },
  };
}

const HOLDER = z.object({
  /** `process.kill` takes no larger numbers, and 0 and below mean groups of processes. */
  pid: z.number().int().positive().max(0x7fffffff),
  host: z.string().transform(hostName),
  started: z.string().optional(),
  system: z.string().optional(),
  held: z.boolean().default(true),
});

/** The content of another process's file. */
interface LockContent {
  /** Undefined if the content names no process. */
  readonly holder: z.infer<typeof HOLDER> | undefined;
  /** Whether its process may have the lock, rather than want it. */
  readonly isHeld: boolean;
  /** Equal at two readings only if the holder gave no sign of life between them. */
  readonly signature: string;
}

/** Another process's file as this process found it. */
interface FoundLock extends LockContent {
  readonly place: string;
  /** Since when this process finds it unchanged. */
  readonly since: number;
  readonly hasShownLife: boolean;
}

const TAKEN = ".taken";
const LOCK_SUFFIX = /^\.[0-9a-f]{16}(\.taken)?$/;

/**
 * The files of other processes from the view of this one, which judges and removes them.
 * @returns finds the files of live processes, holders first, but for this process's own. Files of ended processes are removed.
 */
function otherLocks(path: string, options: LockOptions): (own?: string) => FoundLock[] {
  const [folder, name] = [dirname(path), basename(path)];
  const { now, silenceSeconds } = signsOfLife(options);
  const known = new Map<string, FoundLock>();
  const isStale = ({ holder, since }: FoundLock) => {
    const state = holder === undefined ? "unknown" : processState(holder);
    if (state === "gone" || (state === "running" && options.keepsWhileRunning)) return state === "gone";
    return now() - since >= silenceSeconds;
  };
  const liveAt = (place: string): FoundLock | undefined => {
    const file = join(folder, place);
    const content = readLock(file);
    if (content === undefined) return undefined;
    const before = known.get(place);
    const isSame = content.signature === before?.signature;
    const since = isSame ? before.since : now();
    const found = { ...content, place, since, hasShownLife: before !== undefined && (!isSame || before.hasShownLife) };
    known.set(place, found);
    if (!isStale(found)) return found;
    options.onJudged?.();
    const back = takeAway(file, found);
    return back && { ...found, ...back };
  };
  return (own) => {
    try {
      return readdirSync(folder)
        .filter((each) => each !== own && each.startsWith(name) && LOCK_SUFFIX.test(each.slice(name.length)))
        .flatMap((place) => liveAt(place) ?? [])
        .sort((a, b) => Number(b.isHeld) - Number(a.isHeld));
    } catch (error) {
      throw diskError(error, folder);
    }
  };
}

/**
 * Removes a file, unless its process has given a sign of life since it was judged: it is renamed first, so that the
 * process finds it missing, and put back if it has changed.
 * @returns the content of a file that was put back.
 */
function takeAway(path: string, judged: FoundLock): LockContent | undefined {
  // A process that was killed while it judged has left the file under this name, and its owner has lost it.
  const isTaken = path.endsWith(TAKEN);
  const taken = isTaken ? path : path + TAKEN;
  try {
    if (!isTaken) renameSync(path, taken);
    const now = readLock(taken);
    if (!isTaken && now !== undefined && now.signature !== judged.signature) {
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

/** The lock in a file; undefined for a missing file. A folder or an unreadable file is a lock of an unknown process. */
function readLock(path: string): LockContent | undefined {
  let text = "";
  let changed: bigint | undefined;
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
    changed = isGone(error) ? undefined : lstatSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
    if (changed === undefined) return undefined;
  }
  const holder = unlessRefused(() => parseJson(text, path, HOLDER));
  return { holder, isHeld: holder?.held ?? true, signature: `${changed} ${text}` };
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
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
