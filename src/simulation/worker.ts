import { DeviceLostError } from "../errors.ts";
import { BatchSize } from "./batch.ts";
import type { ChunkRun, ChunkRunner } from "./chunk.ts";
import type { ChunkRange } from "./claims.ts";
import type { Ledger } from "./ledger.ts";
import type { RunnerFactory } from "./runner.ts";
import { chunksNeeded } from "./stopping.ts";
import { type Sweep, type SweepPoint, sweepDone, sweepPoints } from "./sweep.ts";
import type { Task } from "./task.ts";

/** A range of chunks of a point that this worker has claimed. */
export interface Claim extends ChunkRange {
  readonly task: string;
}

/** What a worker needs of the place where chunks are kept. */
export interface SharedLedger {
  /** All chunks known here: own ones at once, those of others after `refresh`. */
  readonly ledger: Ledger;
  /** Reads what other workers have added. */
  refresh(): Promise<void>;
  /** Ranges of a task that someone works on now. */
  claimed(task: string): Promise<readonly ChunkRange[]>;
  /** Claims the first free chunks of a task below `limit`, at most `count`. */
  claim(task: string, limit: number, count: number): Promise<Claim | undefined>;
  release(claim: Claim): Promise<void>;
  /** Keeps the chunks of a claim. */
  append(claim: Claim, run: ChunkRun): Promise<void>;
}

export interface WorkerOptions {
  readonly sweep: Sweep;
  readonly shared: SharedLedger;
  readonly factory: Pick<RunnerFactory, "open">;
  /** Aborted by Ctrl-C: what is in flight is dropped. */
  readonly signal?: AbortSignal;
  /** Waits while other workers hold all that is left, 0.2 s; tests hand in their own. */
  readonly wait?: () => Promise<void>;
  /** Clock in seconds; tests hand in their own. */
  readonly now?: () => number;
}

/** Device losses in a row, without a chunk between them, after which a worker gives up. */
export const DEVICE_LOSSES_MAXIMUM = 3;

/**
 * Works on a sweep until every point is done, point by point, together with any number of other workers on the same
 * ledger. A lost device is opened again and its runs are done again.
 * @returns `aborted` if the signal ended it.
 * @throws DeviceLostError after three losses without progress; whatever the ledger or the runner throws.
 */
export async function work(options: WorkerOptions): Promise<"done" | "aborted"> {
  const { sweep, shared, signal } = options;
  const wait = options.wait ?? (() => new Promise<void>((resolve) => setTimeout(resolve, 200)));
  const size = new BatchSize();
  while (!signal?.aborted) {
    await shared.refresh();
    const points = sweepPoints(sweep, shared.ledger);
    if (sweepDone(points)) return "done";
    const open = points.filter(({ status }) => status === "started" || status === "waiting");
    // With a target FER only the first open point is sure to be wanted.
    const candidates = sweep.targetFer === undefined ? open : open.slice(0, 1);
    let worked = false;
    for (const { task, id } of candidates) {
      worked = await new PointWorker(options, task, id, size).work();
      if (worked || signal?.aborted) break;
    }
    if (!worked && !signal?.aborted) await wait();
  }
  return "aborted";
}

interface Flight {
  readonly claim: Claim;
  readonly started: number;
  /** Never rejects. */
  readonly result: Promise<ChunkRun | { readonly error: unknown }>;
}

/** Works on one point until nothing of it is left to claim. */
class PointWorker {
  readonly #options: WorkerOptions;
  readonly #task: Task;
  readonly #id: string;
  readonly #size: BatchSize;
  readonly #flights: Flight[] = [];
  /** Claims whose run was lost, and the first one. */
  readonly #again: Claim[] = [];
  #losses = 0;
  readonly #now: () => number;
  /** When the run before was done. */
  #finished = Number.NEGATIVE_INFINITY;

  constructor(options: WorkerOptions, task: Task, id: string, size: BatchSize) {
    this.#options = options;
    this.#task = task;
    this.#id = id;
    this.#size = size;
    this.#now = options.now ?? (() => performance.now() / 1000);
  }

  /** @returns whether there was anything to do. */
  async work(): Promise<boolean> {
    const first = await this.#claim(Number.POSITIVE_INFINITY);
    if (first === undefined) return false;
    this.#again.push(first);
    let runner: ChunkRunner | undefined;
    let failed = true;
    try {
      while (!this.#options.signal?.aborted) {
        try {
          runner ??= await this.#options.factory.open(this.#task);
          if (!(await this.#step(runner))) break;
        } catch (error) {
          if (!(error instanceof DeviceLostError)) throw error;
          this.#again.unshift(...this.#flights.splice(0).map(({ claim }) => claim));
          const lost = runner;
          runner = undefined;
          // A runner without its device may fail to clean up; there is nothing left to save.
          await lost?.close().catch(() => {});
          this.#countLoss(error);
        }
      }
      failed = false;
      return true;
    } finally {
      const held = [...this.#again, ...this.#flights.map(({ claim }) => claim)];
      for (const claim of held) await this.#options.shared.release(claim);
      // After a failure, that one is the one to report.
      const closed = runner?.close();
      await (failed ? closed?.catch(() => {}) : closed);
    }
  }

  /** Fills the runner, then waits for the oldest run and keeps it. @returns false if nothing is left. */
  async #step(runner: ChunkRunner): Promise<boolean> {
    while (this.#flights.length < runner.runsInFlight) {
      const claim = (await this.#heldClaim(runner.chunksMaximum)) ?? (await this.#claim(runner.chunksMaximum));
      if (claim === undefined) break;
      const started = this.#now();
      const result = runner.run(claim.first, claim.count).catch((error: unknown) => ({ error }));
      this.#flights.push({ claim, result, started });
    }
    const oldest = this.#flights[0];
    if (oldest === undefined) return false;
    const run = await aborted(oldest.result, this.#options.signal);
    if (run === undefined) return false;
    if ("error" in run) throw run.error;
    if (run.counts.length !== oldest.claim.count) {
      throw new Error(`the runner gave ${run.counts.length} chunks instead of ${oldest.claim.count}`);
    }
    // Runs overlap, so a run's own seconds do not add up: what counts is the time since the run before was done.
    const finished = this.#now();
    const seconds = finished - Math.max(oldest.started, this.#finished);
    this.#finished = finished;
    await this.#options.shared.append(oldest.claim, { counts: run.counts, seconds });
    this.#flights.shift();
    await this.#options.shared.release(oldest.claim);
    this.#losses = 0;
    this.#size.learn(oldest.claim.count, run.seconds);
    return true;
  }

  /** A claim whose run is still to be done; given back if it was made for a runner that takes more chunks at once. */
  async #heldClaim(maximum: number): Promise<Claim | undefined> {
    const claim = this.#again.shift();
    if (claim === undefined || claim.count <= maximum) return claim;
    await this.#options.shared.release(claim);
    return undefined;
  }

  async #claim(maximum: number): Promise<Claim | undefined> {
    const { shared, sweep } = this.#options;
    // Claims first, then chunks: a claim that is gone by now has left its chunks in the ledger.
    const claimed = await shared.claimed(this.#id);
    await shared.refresh();
    const point = sweepPoints(sweep, shared.ledger).find(({ id }) => id === this.#id) as SweepPoint;
    if (point.status === "done" || point.status === "skipped") return undefined;
    const underWay = claimed.reduce((sum, { count }) => sum + count, 0);
    const limit = chunksNeeded(point.state, point.all.total, underWay, sweep.rule, this.#task.chunkFrames);
    return shared.claim(this.#id, limit, this.#size.chunks(maximum));
  }

  #countLoss(error: DeviceLostError): void {
    this.#losses++;
    if (this.#losses < DEVICE_LOSSES_MAXIMUM) return;
    throw new DeviceLostError(
      `the device was lost ${this.#losses} times without a chunk done between (${error.message}); ` +
        "all chunks done before are kept: run the same command again, or choose another --engine or --adapter",
      { cause: error },
    );
  }
}

/** The promise's value, or nothing as soon as the signal is aborted. */
async function aborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value | undefined> {
  if (signal === undefined) return promise;
  if (signal.aborted) return undefined;
  let stop = () => {};
  const abort = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([promise, abort]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
