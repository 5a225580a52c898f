import { basename, dirname, join } from "node:path";
import { InputError } from "../../errors.ts";
import { diskError } from "./disk.ts";
import type { FoundLease } from "./found-lease.ts";
import type { Lease } from "./lease.ts";
import { HEARTBEAT_SECONDS, LEASE_SECONDS, LeaseFolder, type LeaseOptions } from "./lease-folder.ts";
import { makeFolder } from "./make-folder.ts";
import { processState } from "./process-state.ts";

/** Seconds between two attempts at a lock that another process holds: the first pause, and the longest. */
const PAUSE_SECONDS = { first: 0.005, longest: 0.2 };
/** Seconds until the first report of a wait, and between later reports. */
const TELL_SECONDS = { first: 1, every: 5 };

export interface LockOptions extends LeaseOptions {
  /** Names the worker to waiting processes. */
  readonly worker?: string;
  /** Called with the holder of the lock, after a second of waiting and then every five seconds. */
  readonly onWait?: (text: string) => void;
  /** Ends a wait. */
  readonly signal?: AbortSignal;
  /** Waits for a number of seconds; tests pass their own function. */
  readonly pause?: (seconds: number) => Promise<void>;
}

export interface Lock {
  /**
   * Whether the lock is still this process's own. It is not if this process was stopped for longer than a lease and
   * another has taken it over. After `true`, no process takes it over during the next lease.
   */
  stillOurs(): boolean;
  /** Gives the lock back, unless another process has taken it over. */
  release(): void;
}

/**
 * Locks a folder, which is made if necessary, for this process alone, so that no two processes write the same files. A
 * lock whose process has ended on this host does not count, and a lock whose process still exists here counts even if
 * the process is stopped. For a lock of another host or of an unknown process, it waits for a sign of life, one lease
 * at most. The end of this process releases the lock.
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
    const limit = `its lock ends ${options.leaseSeconds ?? LEASE_SECONDS} s after the last sign of life`;
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
 * @param path file that is the lock; its folder is made if necessary.
 * @param work receives `stillOurs` of the lock, to be called just before it changes the guarded files.
 * @throws InputError if one process has the lock for longer than a lease and two heartbeats, or the lock cannot be
 *   made; the signal's reason once it is aborted; the error that `work` throws.
 */
export async function withLock<Value>(
  path: string,
  work: (stillOurs: () => boolean) => Value | Promise<Value>,
  options: LockOptions = {},
): Promise<Value> {
  const { leaseSeconds = LEASE_SECONDS, heartbeatSeconds = HEARTBEAT_SECONDS } = options;
  const patience = leaseSeconds + 2 * heartbeatSeconds;
  const lock = await acquire(path, options, ({ holder }, text, seconds) => {
    if (seconds < patience) return;
    const remedy =
      holder === undefined ? "remove the file" : "run the same command again, or end that process if it hangs";
    throw new InputError(`${text}, has had this lock for ${Math.round(seconds)} s: ${remedy}`, { file: path });
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
  refuse: (found: FoundLease, text: string, seconds: number) => void,
): Promise<Lock> {
  const folder = dirname(path);
  try {
    makeFolder(folder);
  } catch (error) {
    throw diskError(error, folder);
  }
  const leases = new LeaseFolder(folder, options);
  try {
    const lease = await waitForLease(leases, basename(path), options, refuse);
    return { stillOurs: () => lease.beat(), release: () => leases.close() };
  } catch (error) {
    leases.close();
    throw error;
  }
}

async function waitForLease(
  leases: LeaseFolder,
  name: string,
  options: LockOptions,
  refuse: (found: FoundLease, text: string, seconds: number) => void,
): Promise<Lease> {
  const { worker, onWait, signal, pause = sleep } = options;
  const now = options.now ?? (() => performance.now() / 1000);
  const started = now();
  let tell = TELL_SECONDS.first;
  let seconds = PAUSE_SECONDS.first;
  let holder: { readonly token: string | undefined; readonly since: number } | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const lease = tryLease(leases, name, worker);
    if (lease !== undefined && "token" in lease) return lease;
    if (lease !== undefined) {
      const token = lease.holder?.token;
      if (holder === undefined || holder.token !== token) holder = { token, since: now() };
      const text = leases.describe(lease);
      refuse(lease, text, now() - holder.since);
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

/**
 * A lease of this process, or another process's lease that blocks it; undefined if another process was faster this
 * moment.
 */
function tryLease(leases: LeaseFolder, name: string, worker: string | undefined): Lease | FoundLease | undefined {
  const others = () => leases.live((other) => other === name, [name]).filter((found) => !leases.isOwn(found));
  const [before] = others();
  if (before !== undefined) return before;
  const lease = leases.create(name, { worker });
  if (lease === undefined) return undefined;
  // A process that was stopped amid a take-over may have renamed another process's lock by mistake in between.
  const [renamed] = others();
  if (renamed === undefined) return lease;
  leases.release(lease);
  return renamed;
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
}
