import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { EngineInfo } from "../../engine/engine.ts";
import { InputError } from "../../errors.ts";
import { type ChunkBlock, type ChunkRange, rangeEnd } from "../../simulation/chunks/chunk-block.ts";
import type { ReadBlock } from "../../simulation/chunks/task-chunks.ts";
import { Ledger, type TaskIdentity } from "../../simulation/ledger.ts";
import { formatPoints } from "../../simulation/points.ts";
import type { RecordSource, ShardHeader } from "../../simulation/record.ts";
import { type Sweep, type SweepPoint, sweepPoints, sweepRows } from "../../simulation/sweep.ts";
import { type Task, taskDifference, taskId } from "../../simulation/task.ts";
import { type Speed, SpeedMeter } from "../../simulation/time-left.ts";
import { type ChunksWanted, type Claim, firstFreeRange, type SharedLedger } from "../../simulation/worker.ts";
import { sum } from "../../sum.ts";
import { isFile, type WriteBytes, writeFileAtomic } from "../disk/disk.ts";
import { processState, processText, type SignsOfLife, signsOfLife, thisProcess } from "../disk/folder-lock.ts";
import { packageVersion } from "../program.ts";
import { type RunFile, type RunIdentity, requireRunFile, runSweep, runTasks } from "./run-file.ts";
import { type ReadShard, ShardReader, ShardWriter } from "./run-log.ts";

/** A process that computes or has computed chunks of a run, as its shards say. */
export interface RunProcess extends Pick<ShardHeader, "host" | "pid" | "worker" | "engine" | "adapter"> {
  readonly frames: number;
  /** Frames per engine second in its last half minute. */
  readonly framesPerSecond: number;
}

/** Chunks that a process says it computes, as one look finds them. */
export interface RunClaim extends ChunkRange {
  /** Identity of the point's task. */
  readonly task: string;
  readonly holder: Pick<ShardHeader, "host" | "pid" | "worker">;
  /**
   * Whether the process runs on this host, or its shard has changed within a silence, in which case the clocks of the hosts may
   * differ by a minute.
   */
  readonly isLive: boolean;
  /** Seconds since the last sign of life: this host's clock less the file server's; below 0 if that is ahead. */
  readonly age: number;
}

/** Live claims of other processes than a worker. */
interface OtherClaims {
  readonly shard: string;
  readonly header: ShardHeader;
  readonly ranges: readonly ChunkRange[];
  /** Seconds since the last sign of life. */
  readonly silence: number;
}

/** A worker from the view of its run: its own shards are not read, and its own last line tells the file server's clock. */
interface OwnShards {
  readonly names: ReadonlySet<string>;
  readonly serverAhead: number | undefined;
}

/** Largest accepted difference between the clocks of hosts when claims are judged at a single look, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 60;

/**
 * Opens a run folder: reads run.json and the log, the shards of all workers. A process has exactly one `Run` of a folder, which grows
 * by `refresh`.
 * @param warn called once for each content that does not count: damaged lines, and entries that are no shards.
 * @throws InputError if the folder holds no run, or a shard that is impossible, of another run, or contradicts another.
 */
export function openRun(folder: string, warn: (text: string) => void, signs?: SignsOfLife): Run {
  return new Run(folder, warn, signs);
}

/** A run folder: what is computed, by whom, and the points that follow. */
export class Run {
  readonly folder: string;
  readonly ledger: Ledger;
  readonly #shards: ShardReader;
  readonly #signs: Required<SignsOfLife>;
  #run: RunFile;
  #sweep: Sweep;
  /** Signature of the last run.json that was read. */
  #signature: string;
  /** Measures the blocks that arrive after the first reading. */
  #meter = new SpeedMeter();
  readonly #tallies = new Map<string, Tally>();

  /** As `openRun`. */
  constructor(folder: string, warn: (text: string) => void, signs?: SignsOfLife) {
    this.folder = folder;
    this.#signs = signsOfLife(signs);
    this.#signature = signatureOf(folder);
    this.#run = requireRunFile(folder);
    this.#sweep = runSweep(this.#run);
    this.ledger = new Ledger(this.#run.part);
    const visitor = {
      task: runTasks(this.#run)[0],
      add: (task: TaskIdentity, blocks: readonly ReadBlock[]) => {
        this.ledger.addAll(task, blocks);
        for (const { counts, seconds } of blocks) this.#meter.add(counts.frames, seconds);
      },
      onBlock: (block: ChunkBlock, header: ShardHeader) => this.#tally(header, block),
      warn,
    };
    this.#shards = new ShardReader(folder, visitor, signs);
    this.refresh();
    // Blocks of the first reading were not computed just now.
    this.#meter = new SpeedMeter();
  }

  /** The content of run.json describes it now: more points or a longer rule than before, if another command has extended it. */
  get file(): RunFile {
    return this.#run;
  }

  get sweep(): Sweep {
    return this.#sweep;
  }

  get points(): SweepPoint[] {
    return sweepPoints(this.#sweep, this.ledger);
  }

  /**
   * Joint speed of all workers in the last minute, as far as this process has observed; undefined if no worker computes.
   */
  get speed(): Speed | undefined {
    return this.#meter.speed;
  }

  /** All processes that have ever written, including those that have ended, but without this process. */
  get processes(): readonly RunProcess[] {
    return [...this.#tallies.values()].map(({ header, frames, recentFrames, recentSeconds }) => {
      const { host, pid, worker, engine, adapter } = header;
      return { host, pid, worker, engine, adapter, frames, framesPerSecond: recentFrames / recentSeconds };
    });
  }

  /** The claims of other processes on chunks that are not done, of points that are not done; live claims in any case. */
  get claims(): readonly RunClaim[] {
    const points = new Map(this.points.map((point) => [point.id, point]));
    const claims = [...this.#claimingShards()].flatMap(({ claims, changed, section: { header, task } }) => {
      const { host, pid, worker } = header;
      const age = Date.now() / 1000 - changed;
      const state = processState(header);
      const isLive =
        state === "unknown"
          ? Math.abs(age) < this.#signs.silenceSeconds + CLOCK_TOLERANCE_SECONDS
          : state === "running";
      const point = points.get(task);
      if (point === undefined || (!isLive && point.status === "done")) return [];
      return claims
        .filter((range) => point.all.doneUntil(range.first) < rangeEnd(range))
        .map((range) => ({ task, ...range, holder: { host, pid, worker }, age, isLive }));
    });
    return claims.sort((a, b) => a.task.localeCompare(b.task) || a.first - b.first);
  }

  /** Tests whether a process works on a task now, here or on another machine. */
  get atWork(): (task: string) => boolean {
    const claimed = new Set(this.claims.filter(({ isLive }) => isLive).map(({ task }) => task));
    return (task) => claimed.has(task);
  }

  /**
   * The claims of other workers on a task that count now: not those of processes that have ended on this host, nor of
   * processes elsewhere, or stopped ones, without a sign of life for a silence.
   */
  otherClaims(task: string, own: OwnShards): OtherClaims[] {
    const found = [...this.#claimingShards()].filter(
      ({ name, section }) => section.task === task && !own.names.has(name),
    );
    return found.flatMap((shard) => {
      const { name, section, claims: ranges } = shard;
      const { header } = section;
      if (processState(header) === "gone") return [];
      if (this.#silence(shard, own) >= this.#signs.silenceSeconds) {
        // What a client of a file server knows of the shard may be old.
        this.#shards.lookAgain(name);
        if (this.#silence(shard, own) >= this.#signs.silenceSeconds) return [];
      }
      return [{ shard: name, header, ranges, silence: Math.max(0, this.#silence(shard, own)) }];
    });
  }

  /**
   * Adds a block that this process has computed.
   * @throws InputError naming both places if the ledger has chunks of the block with other counts.
   */
  add(task: TaskIdentity, block: ChunkBlock, source: RecordSource): void {
    this.ledger.add(task, block, source);
    this.#meter.add(block.counts.frames, block.seconds);
  }

  /** @returns the signature of run.json. @throws InputError if the folder is missing. */
  requireFolder(): string {
    const signature = signatureOf(this.folder);
    if (signature !== GONE) return signature;
    const remedy = "go on with --out and its new name, or run the same command again to begin anew";
    throw new InputError(`the folder is gone, renamed or removed under way: ${remedy}`, { file: this.folder });
  }

  /**
   * Reads what other workers have added.
   * @param except shards not to read: this process's own.
   * @throws InputError as `openRun`, or if the folder is missing or contains another run.
   */
  refresh(except?: ReadonlySet<string>): void {
    const signature = this.requireFolder();
    if (signature !== this.#signature) {
      const run = requireRunFile(this.folder);
      const difference = taskDifference(runTasks(this.#run)[0], runTasks(run)[0]);
      if (difference !== undefined) {
        throw new InputError(`the folder is now that of another run: ${difference}`, { file: this.folder });
      }
      this.#run = run;
      this.#sweep = runSweep(run);
      this.#signature = signature;
    }
    this.#shards.refresh(except);
  }

  /**
   * Derives points.csv from run.json and the shards, and writes it unless it is equal already: a finished run may be in a folder
   * that cannot be written. After each writing the shards are read once more: so the process that writes last, whoever that is, has
   * seen all that the others had stored before they wrote, and no older state stays after a newer one.
   * @returns the points.
   * @throws InputError as `refresh`, or if the folder cannot be written.
   */
  publish(): SweepPoint[] {
    const file = join(this.folder, "points.csv");
    for (let writes = 0; ; writes++) {
      this.refresh();
      const { points } = this;
      const text = formatPoints(sweepRows(this.#sweep, points));
      // Workers that add chunks faster than this process writes publish at their own end.
      if (contentOf(file) === text || writes === PUBLISHED_AT_MOST) return points;
      this.requireFolder();
      writeFileAtomic(file, text);
    }
  }

  *#claimingShards(): Generator<ReadShard & { readonly section: NonNullable<ReadShard["section"]> }> {
    for (const shard of this.#shards.shards) {
      const { section, claims } = shard;
      if (section !== undefined && claims.length > 0) yield shard as typeof shard & { section: typeof section };
    }
  }

  /** Seconds without a sign of life: as this process has observed, or by the clock of the file server. */
  #silence({ changed, since }: ReadShard, { serverAhead }: OwnShards): number {
    const now = this.#signs.now();
    return Math.max(now - since, serverAhead === undefined ? 0 : now + serverAhead - changed);
  }

  #tally(header: ShardHeader, { counts, seconds }: ChunkBlock): void {
    const key = `${header.host} ${header.pid} ${header.started}`;
    const tally = this.#tallies.get(key) ?? { header, frames: 0, recentFrames: 0, recentSeconds: 0 };
    this.#tallies.set(key, tally);
    tally.header = header;
    tally.frames += counts.frames;
    const kept = Math.exp(-seconds / RECENT_SECONDS);
    tally.recentFrames = tally.recentFrames * kept + counts.frames;
    tally.recentSeconds = tally.recentSeconds * kept + seconds;
  }
}

interface Tally {
  header: ShardHeader;
  frames: number;
  /** Frames and engine seconds, with older work weighted less. */
  recentFrames: number;
  recentSeconds: number;
}

/** Engine seconds over which a process's speed is measured. */
const RECENT_SECONDS = 30;
const PUBLISHED_AT_MOST = 10;

/** Joint speed of the processes with live claims, as their shards say; undefined without such processes. */
export function liveSpeed({ claims, processes }: Pick<Run, "claims" | "processes">): Speed | undefined {
  const known = processes
    .filter((each) => claims.some((claim) => claim.isLive && isBy(claim, each)))
    .map(({ framesPerSecond }) => framesPerSecond)
    .filter(Number.isFinite);
  return known.length === 0 ? undefined : { framesPerSecond: sum(known), busy: known.length };
}

export function isBy({ holder }: RunClaim, { host, pid }: RunProcess): boolean {
  return holder.host === host && holder.pid === pid;
}

/**
 * Seconds by which the clock of the file server is ahead of this host's, if claims show more than the accepted
 * difference. A clock that is behind looks the same as silence.
 */
export function clockAhead(claims: readonly RunClaim[]): number | undefined {
  const ahead = -claims.reduce((least, { age }) => Math.min(least, age), 0);
  return ahead > CLOCK_TOLERANCE_SECONDS ? ahead : undefined;
}

/** Signature of a missing run.json. */
const GONE = "gone";

/** Changes whenever run.json is written. */
function signatureOf(folder: string): string {
  // A path below a file has no run.json, and reading it reports that.
  if (isFile(folder)) return GONE;
  const state = statSync(join(folder, "run.json"), { throwIfNoEntry: false, bigint: true });
  return state === undefined ? GONE : `${state.ino} ${state.size} ${state.mtimeNs}`;
}

/** A file's text. Undefined if it is missing or unreadable: writing it reports any obstacle. */
function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

interface RunWorkerOptions {
  readonly engine: EngineInfo;
  /** Names the worker in shards. */
  readonly worker: string;
  /** The identity of the worker's results, from the code and decoder that it has loaded itself. */
  readonly computes: RunIdentity;
  readonly signs?: SignsOfLife;
  /** Writes shard lines; tests pass a function that fails. */
  readonly write?: WriteBytes;
}

/**
 * One worker of a run: it reads the shards of all and appends to its own. Claims only save work: if two workers ever compute
 * the same chunk, the ledger finds both equal. So no lock guards them. A worker says what it claims and then looks what the
 * others say; of two claims at the same moment that of the shard with the lesser name stays.
 */
export class RunWorker implements SharedLedger {
  readonly #run: Run;
  readonly #writer: ShardWriter;
  readonly #worker: string;
  readonly #computes: RunIdentity;
  #held: Claim[] = [];

  /** @throws Error if the folder is of another run than the worker computes. */
  constructor(run: Run, { engine, worker, computes, signs, write }: RunWorkerOptions) {
    this.#run = run;
    this.#worker = worker;
    this.#computes = computes;
    for (const task of run.sweep.tasks) this.#requireOwn(task);
    const own = thisProcess();
    const begun = `${own.host.replaceAll(/[^A-Za-z0-9._-]/g, "_")}-${own.pid}-${uniqueSuffix()}`;
    // Named one by one: an engine may describe itself in more words.
    const labels = { engine: engine.engine, adapter: engine.adapter, driver: engine.driver, ...own, worker };
    this.#writer = new ShardWriter(
      run.folder,
      (count) => `${begun}${count === 0 ? "" : `-${count + 1}`}.jsonl`,
      { program: packageVersion(), ...labels },
      { ...signs, write },
    );
  }

  get sweep(): Sweep {
    return this.#run.sweep;
  }

  get ledger(): Ledger {
    return this.#run.ledger;
  }

  async refresh(): Promise<void> {
    this.#run.refresh(this.#writer.names);
  }

  async claimed(task: string): Promise<readonly ChunkRange[]> {
    const others = this.#run.otherClaims(task, this.#writer).flatMap(({ ranges }) => ranges);
    return [...this.#held.filter((claim) => claim.task === task), ...others];
  }

  async claim({ id, chunkFrames }: TaskIdentity, wanted: ChunksWanted): Promise<Claim | undefined> {
    const task = this.sweep.tasks.find((one) => taskId(one) === id);
    if (task === undefined) throw new Error("a claim on a task of another run");
    const chunks = this.ledger.chunks({ id, chunkFrames });
    // The own shard tells the clock of the file server, by which claims of hosts that have ended may be old.
    if (this.#writer.serverAhead === undefined && this.#run.otherClaims(id, this.#writer).length > 0) this.#say(task);
    for (let hasYielded = false; ; ) {
      const range = firstFreeRange(chunks, await this.claimed(id), wanted);
      if (range === undefined) {
        if (hasYielded) this.#say(task);
        return undefined;
      }
      const claim = { task: id, ...range };
      this.#held.push(claim);
      this.#say(task);
      this.#run.refresh(this.#writer.names);
      if (!this.#isYielded(claim)) return claim;
      hasYielded = true;
      this.#held = this.#held.filter((other) => other !== claim);
    }
  }

  /** Chunks that are done need no line: the next claim says the same. */
  async release({ task: id, first }: Claim): Promise<void> {
    const claim = this.#held.find((held) => held.task === id && held.first === first);
    if (claim === undefined) return;
    this.#held = this.#held.filter((held) => held !== claim);
    const task = this.sweep.tasks.find((one) => taskId(one) === id);
    if (task === undefined) return;
    const chunks = this.ledger.chunks({ id, chunkFrames: task.chunkFrames });
    const isDone = chunks.doneUntil(first) >= rangeEnd(claim);
    if (isDone && this.#held.some((held) => held.task === id)) return;
    try {
      this.#say(task);
    } catch {
      // On a full disk the claim stays until others see no sign of life.
    }
  }

  async append(task: Task, blocks: readonly ChunkBlock[]): Promise<void> {
    this.#requireOwn(task);
    const identity = { id: taskId(task), chunkFrames: task.chunkFrames };
    const sources = this.#writer.append(task, blocks);
    for (const [i, block] of blocks.entries()) this.#run.add(identity, block, sources[i]);
  }

  async holders(task: string): Promise<readonly string[]> {
    const others = this.#run.otherClaims(task, this.#writer);
    const own = this.#held.some((claim) => claim.task === task)
      ? [processText({ ...thisProcess(), worker: this.#worker }, 0)]
      : [];
    return [...others.map(({ header, silence }) => processText(header, silence)), ...own];
  }

  /** Gives back the claims and closes the shard. */
  close(): void {
    this.#held = [];
    this.#writer.close();
  }

  /** Whether another worker has claimed some of the chunks at the same moment and comes first. */
  #isYielded(claim: Claim): boolean {
    const own = [...this.#writer.names].at(-1) ?? "";
    return this.#run
      .otherClaims(claim.task, this.#writer)
      .some(
        ({ shard, ranges }) =>
          shard < own && ranges.some((other) => other.first < rangeEnd(claim) && claim.first < rangeEnd(other)),
      );
  }

  #say(task: Task): void {
    const id = taskId(task);
    this.#writer.claim(
      task,
      this.#held.filter((claim) => claim.task === id),
    );
  }

  /** @throws Error if a task has another identity than the worker's results. */
  #requireOwn(task: Task): void {
    const { channel, ...rest } = this.#computes;
    const own = { ...rest, channel: { ...channel, value: task.channel.value } };
    const difference = taskDifference(own, task);
    if (difference !== undefined) throw new Error(`a task of another run than this worker computes: ${difference}`);
  }
}

let opened = 0;

/** Distinguishes processes that had the same number at different times, and workers within a process. */
function uniqueSuffix(): string {
  return `${Date.now().toString(36)}${opened++ || ""}`;
}
