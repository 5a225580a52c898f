import type { EngineInfo } from "../engine/engine.ts";
import { DeviceLostError } from "../errors.ts";
import {
  blocksOf,
  type ChunkBlock,
  type ChunkRange,
  type ChunkRun,
  type ChunkRunner,
  rangeEnd,
  trimmed,
} from "./chunks/chunk-block.ts";
import type { Ledger, TaskChunks, TaskIdentity } from "./chunks/task-chunks.ts";
import { addCounts, type ChunkCounts, ZERO_COUNTS } from "./counts.ts";
import { type Part, shareFrom } from "./part.ts";
import { chunksNeeded, maySkipPoints, withPossibleEnds } from "./stopping.ts";
import { type Sweep, type SweepPoint, sweepDone, sweepPoints, sweepRule } from "./sweep.ts";
import type { Task } from "./task.ts";

/** Releases a factory's resources at the end of a process. */
export async function abandoned(factory: Pick<RunnerFactory, "close" | "abandon">): Promise<void> {
  await (factory.abandon === undefined ? factory.close() : factory.abandon());
}

/** Makes chunk runners of one code and decoder. */
export interface RunnerFactory {
  readonly description: EngineInfo;
  /** Plan of the decoder on the engine, in words. */
  readonly plan: readonly string[];
  /**
   * Opens a runner of one point. After a runner threw DeviceLostError, `open` acquires a new device.
   * @throws DeviceLostError if the device is lost meanwhile; the caller may try again.
   */
  open(task: Task): Promise<ChunkRunner>;
  /** Releases the resources that all runners share, and abandons outstanding runs (Ctrl-C). */
  close(): Promise<void>;
  /** Replaces `close` at the end of a process: does not wait for the device. */
  abandon?(): Promise<void>;
}

/** A worker's request for chunks. */
export interface ChunksWanted {
  /** The claim ends before this chunk. */
  readonly limit: number;
  /** Maximum length of the range. */
  readonly count: number;
  /** The part to which the chunks belong; undefined for a whole run. */
  readonly part?: Part;
}

/**
 * The first chunks that are neither done nor claimed, as one range.
 * @returns undefined if no chunk is free.
 */
export function firstFreeRange(
  done: Pick<TaskChunks, "prefix" | "doneUntil" | "nextDone">,
  claimed: readonly ChunkRange[],
  { limit, count, part }: ChunksWanted,
): ChunkRange | undefined {
  const claims = [...claimed].sort((a, b) => a.first - b.first);
  let first = done.prefix.next;
  for (;;) {
    const from = first;
    first = done.doneUntil(first);
    for (const claim of claims) if (claim.first <= first) first = Math.max(first, rangeEnd(claim));
    if (part !== undefined) first = Math.max(first, shareFrom(part, first).first);
    if (first >= limit) return undefined;
    if (first === from) break;
  }
  const share = part === undefined ? Number.POSITIVE_INFINITY : rangeEnd(shareFrom(part, first));
  const nextClaim = claims.find((claim) => claim.first > first)?.first ?? Number.POSITIVE_INFINITY;
  const end = Math.min(limit, first + count, share, nextClaim, done.nextDone(first));
  return trimmed({ first, count: end - first });
}

/** Target duration of the shortest run: starting shorter runs costs too much of the time. */
const RUN_SECONDS = 0.5;
/** Longest run between two readings of the clock, the ledger and Ctrl-C, where chunks are small enough. */
const RUN_SECONDS_MAXIMUM = 1;

/** Growth factor of the next run: eight while the run stays below half of RUN_SECONDS, else two. */
const STEP = 8;

/** Maximum number of chunks of a run: their counts take 88 bytes of memory each. */
const RUN_CHUNKS_MAXIMUM = 2 ** 18;

/** Number of chunks of the next run, estimated from the durations of earlier runs. */
export class BatchSize {
  #chunks: number;

  /** @param begin chunks of the first runs. */
  constructor(begin = 1) {
    this.#chunks = begin;
  }

  /** Chunks for the next run. @param maximum largest number of chunks that the runner accepts. */
  chunks(maximum: number): number {
    return Math.min(this.#chunks, maximum);
  }

  /** Learns from a run. */
  learn(chunks: number, seconds: number): void {
    // The duration of a run that the end of its point shortened does not predict longer runs.
    if (chunks < this.#chunks && seconds < RUN_SECONDS) return;
    const step = seconds * STEP < RUN_SECONDS / 2 ? STEP : 2;
    if (seconds < RUN_SECONDS) this.#chunks = Math.min(step * this.#chunks, RUN_CHUNKS_MAXIMUM);
    else if (seconds > RUN_SECONDS_MAXIMUM) this.#chunks = Math.max(1, Math.floor(Math.min(chunks, this.#chunks) / 2));
  }
}

/** The chunks of a point that a worker computes. */
export interface UnderWay {
  /** Identity of the point's task. */
  readonly task: string;
  readonly runs: readonly RunUnderWay[];
}

/** A run of chunks that are not stored yet. */
interface RunUnderWay {
  /** The first of its chunks. */
  readonly first: number;
  /** Counts of the frames that are decoded. */
  readonly counts: ChunkCounts;
}

/** Points for a display, with the counts of frames that are decoded but not stored yet. */
export function withFramesUnderWay(points: readonly SweepPoint[], underWay: readonly UnderWay[]): SweepPoint[] {
  return points.map((point) => {
    const counts = framesOf(point, underWay);
    return point.status === "done" || counts.frames === 0
      ? point
      : { ...point, status: "started", state: { ...point.state, counts: addCounts(point.state.counts, counts) } };
  });
}

/** Another process may have stored a run since it was reported. */
function framesOf({ id, all }: SweepPoint, underWay: readonly UnderWay[]): ChunkCounts {
  return underWay
    .filter(({ task }) => task === id)
    .flatMap(({ runs }) => runs.filter(({ first }) => all.doneUntil(first) === first))
    .reduce((sum, { counts }) => addCounts(sum, counts), ZERO_COUNTS);
}

/** A range of chunks of a point that this worker has claimed. */
export interface Claim extends ChunkRange {
  readonly task: string;
}

/** The interface of the store of chunks that a worker uses. */
export interface SharedLedger {
  /** The sweep to compute. `refresh` may lengthen it, because another command has extended the run. */
  readonly sweep: Sweep;
  /** All known chunks: own chunks at once, other workers' chunks after `refresh`. */
  readonly ledger: Ledger;
  /** Reads the chunks that other workers have added. */
  refresh(): Promise<void>;
  /** Ranges of a task that workers hold now. */
  claimed(task: string): Promise<readonly ChunkRange[]>;
  /** Claims the first free chunks of a task that a request allows. */
  claim(task: TaskIdentity, wanted: ChunksWanted): Promise<Claim | undefined>;
  release(claim: Claim): Promise<void>;
  /** Stores blocks of a task that this worker has computed. */
  append(task: Task, blocks: readonly ChunkBlock[]): Promise<void>;
  /** Names the workers on a task. */
  holders(task: string): Promise<readonly string[]>;
}

export interface WorkerOptions {
  readonly shared: SharedLedger;
  readonly factory: Pick<RunnerFactory, "open">;
  /** Aborted by Ctrl-C: the worker abandons runs in flight. */
  readonly signal?: AbortSignal;
  /** Waits while other workers hold all remaining chunks, 0.2 s; tests pass their own function. */
  readonly wait?: () => Promise<void>;
  /** Called with the holders of all remaining chunks when a wait begins to last, and again every few seconds. */
  readonly onWait?: (holders: readonly string[]) => void;
  /** Called with the chunks that the worker computes, whenever they or the counts of their decoded frames change. */
  readonly onUnderWay?: (underWay: UnderWay) => void;
  /** Clock in seconds; tests pass their own. */
  readonly now?: () => number;
}

/** Seconds of waiting between two calls of `onWait`, and before the first. */
const WAIT_TOLD_SECONDS = 3;

/** Number of consecutive device losses, without a chunk between them, after which a worker gives up. */
const DEVICE_LOSSES_MAXIMUM = 3;

/**
 * Works on a sweep until every point is done, point by point, together with any number of other workers on the same
 * ledger. After the loss of a device it opens the device again and repeats the lost runs.
 * @returns `aborted` if the signal ended it.
 * @throws DeviceLostError after three losses without progress; any error of the ledger or the runner.
 */
export async function work(options: WorkerOptions): Promise<"done" | "aborted"> {
  const { shared, signal } = options;
  const wait = options.wait ?? (() => new Promise<void>((resolve) => setTimeout(resolve, 200)));
  const now = options.now ?? (() => performance.now() / 1000);
  const size = new BatchSize();
  let told = now();
  while (!signal?.aborted) {
    await shared.refresh();
    const points = sweepPoints(shared.sweep, shared.ledger);
    if (sweepDone(points)) return "done";
    const open = points.filter(({ status }) => status === "started" || status === "waiting");
    // If points may be skipped, only the first open point is certain to be needed.
    const candidates = maySkipPoints(shared.sweep.rule) ? open.slice(0, 1) : open;
    let worked = false;
    for (const { task, id } of candidates) {
      worked = await new PointWorker(options, task, id, size).work();
      if (worked || signal?.aborted) break;
    }
    if (worked) told = now();
    if (worked || signal?.aborted) continue;
    if (now() - told >= WAIT_TOLD_SECONDS) {
      told = now();
      const holders = await Promise.all(candidates.map(({ id }) => shared.holders(id)));
      options.onWait?.([...new Set(holders.flat())]);
    }
    await wait();
  }
  return "aborted";
}

interface Flight {
  readonly claim: Claim;
  readonly started: number;
  /** Counts of the frames that are done. */
  counts: ChunkCounts;
  /** Never rejects. */
  readonly result: Promise<ChunkRun | { readonly error: unknown }>;
}

/** Works on one point until no chunk of it can be claimed. */
class PointWorker {
  readonly #options: WorkerOptions;
  readonly #task: Task;
  readonly #id: string;
  readonly #size: BatchSize;
  readonly #flights: Flight[] = [];
  /** The claims of lost runs, and the first of them. */
  readonly #again: Claim[] = [];
  /** Claims of stored chunks. The worker releases them with its next claims, so a point at work always has a claim. */
  readonly #kept: Claim[] = [];
  #losses = 0;
  readonly #now: () => number;
  /** End of the previous run, in seconds. */
  #finished = Number.NEGATIVE_INFINITY;

  constructor(options: WorkerOptions, task: Task, id: string, size: BatchSize) {
    this.#options = options;
    this.#task = task;
    this.#id = id;
    this.#size = size;
    this.#now = options.now ?? (() => performance.now() / 1000);
  }

  /** @returns whether the point had chunks to claim. */
  async work(): Promise<boolean> {
    const first = await this.#claim(Number.POSITIVE_INFINITY);
    if (first === undefined) return false;
    this.#again.push(first);
    let runner: ChunkRunner | undefined;
    let failed = true;
    try {
      while (!this.#options.signal?.aborted) {
        try {
          runner ??= await this.#open();
          if (runner === undefined || !(await this.#step(runner))) break;
        } catch (error) {
          if (!(error instanceof DeviceLostError)) throw error;
          this.#again.unshift(...this.#flights.splice(0).map(({ claim }) => claim));
          this.#tellUnderWay();
          const lost = runner;
          runner = undefined;
          // A runner without its device may fail to clean up; no data depends on it.
          await lost?.close().catch(() => {});
          this.#countLoss(error);
        }
      }
      failed = false;
      return true;
    } finally {
      await this.#release([...this.#kept, ...this.#again, ...this.#flights.map(({ claim }) => claim)]);
      // After a failure, the caller sees that failure instead of a later one of `close`.
      const closed = runner?.close();
      await (failed ? closed?.catch(() => {}) : closed);
    }
  }

  /**
   * Opens a runner; returns undefined at once if the signal is aborted, because shaders may compile for many seconds.
   */
  async #open(): Promise<ChunkRunner | undefined> {
    const { factory, signal } = this.#options;
    const opening = factory.open(this.#task);
    const runner = await aborted(opening, signal);
    // Closing the factory ends the compilation; a runner that still opens has no owner.
    if (runner === undefined) void opening.then((late) => late.close()).catch(() => {});
    return runner;
  }

  /** Fills the runner, then waits for the oldest run and stores it. @returns false if no chunks remain. */
  async #step(runner: ChunkRunner): Promise<boolean> {
    while (this.#flights.length < runner.runsInFlight) {
      const claim = (await this.#heldClaim(runner.chunksMaximum)) ?? (await this.#claim(runner.chunksMaximum));
      if (claim === undefined) break;
      this.#flights.push(this.#started(runner, claim));
      this.#tellUnderWay();
    }
    await this.#release(this.#kept.splice(0));
    const oldest = this.#flights[0];
    if (oldest === undefined) return false;
    const run = await aborted(oldest.result, this.#options.signal);
    if (run === undefined) return false;
    if ("error" in run) throw run.error;
    if (run.counts.length !== oldest.claim.count) {
      throw new Error(`the runner gave ${run.counts.length} chunks instead of ${oldest.claim.count}`);
    }
    // Runs overlap, so their own durations do not add up: a run counts with the time since the end of the previous
    // run.
    const finished = this.#now();
    const seconds = finished - Math.max(oldest.started, this.#finished);
    this.#finished = finished;
    await this.#append(oldest.claim, run, seconds);
    this.#flights.shift();
    this.#tellUnderWay();
    this.#kept.push(oldest.claim);
    this.#losses = 0;
    this.#size.learn(oldest.claim.count, run.seconds);
    return true;
  }

  #started(runner: ChunkRunner, claim: Claim): Flight {
    const onPart = (counts: ChunkCounts) => {
      flight.counts = addCounts(flight.counts, counts);
      this.#tellUnderWay();
    };
    const run = runner.run(claim.first, claim.count, this.#options.onUnderWay && onPart);
    const result = run.catch((error: unknown) => ({ error }));
    const flight: Flight = { claim, started: this.#now(), counts: ZERO_COUNTS, result };
    return flight;
  }

  #tellUnderWay(): void {
    const runs = this.#flights.map(({ claim: { first }, counts }) => ({ first, counts }));
    this.#options.onUnderWay?.({ task: this.#id, runs });
  }

  /** Stores a run, with the counts of its wrong chunks if the point could end at one of them. */
  async #append(claim: Claim, run: ChunkRun, seconds: number): Promise<void> {
    const { shared } = this.#options;
    const known = shared.ledger.chunks(this.#identity);
    const blocks = blocksOf(run.counts, claim, seconds);
    await shared.append(this.#task, [...withPossibleEnds(blocks, known, claim.first, shared.sweep.rule)]);
  }

  async #release(claims: readonly Claim[]): Promise<void> {
    for (const claim of claims) await this.#options.shared.release(claim);
  }

  /** A lost claim whose run must be repeated; released if it was made for a runner of larger runs. */
  async #heldClaim(maximum: number): Promise<Claim | undefined> {
    const claim = this.#again.shift();
    if (claim === undefined || claim.count <= maximum) return claim;
    await this.#options.shared.release(claim);
    return undefined;
  }

  async #claim(maximum: number): Promise<Claim | undefined> {
    const { shared } = this.#options;
    await shared.refresh();
    const claimed = await shared.claimed(this.#id);
    const { sweep } = shared;
    const points = sweepPoints(sweep, shared.ledger);
    const index = points.findIndex(({ id }) => id === this.#id);
    const point = points[index];
    if (point.status === "done" || point.status === "skipped") return undefined;
    const underWay = claimed.reduce((sum, { count }) => sum + count, 0);
    const before = points[index - 1];
    const least = before?.status === "done" ? before.state.chunks : 0;
    const limit = chunksNeeded(point.all, underWay, sweepRule(sweep), { part: sweep.part, before: least });
    return shared.claim(this.#identity, { limit, count: this.#size.chunks(maximum), part: sweep.part });
  }

  get #identity(): TaskIdentity {
    return { id: this.#id, chunkFrames: this.#task.chunkFrames };
  }

  #countLoss(error: DeviceLostError): void {
    this.#losses++;
    if (this.#losses < DEVICE_LOSSES_MAXIMUM) return;
    throw new DeviceLostError(
      `the device was lost ${this.#losses} times without a chunk done between (${error.message}); ` +
        "all chunks done before are kept: run the same command again, or choose another engine (--engine, --adapter)",
      { cause: error },
    );
  }
}

/** The promise's value, or undefined at once if the signal is aborted. */
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
