import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync } from "node:fs";
import { join } from "node:path";
import type { EngineInfo } from "../../engine/engine.ts";
import { type ChunkBlock, type ChunkRange, rangeEnd } from "../../simulation/chunks/chunk-block.ts";
import type { Ledger, TaskIdentity } from "../../simulation/chunks/task-chunks.ts";
import {
  formatClaims,
  formatHeader,
  formatRecord,
  type ShardHeader,
  type ShardSection,
} from "../../simulation/record.ts";
import type { Sweep } from "../../simulation/sweep.ts";
import { type Task, taskDifference, taskId } from "../../simulation/task.ts";
import { type ChunksWanted, type Claim, firstFreeRange, type SharedLedger } from "../../simulation/worker.ts";
import { diskError, makeFolder, type WriteBytes, writeBytes } from "../disk/disk.ts";
import { type SignsOfLife, signsOfLife } from "../disk/folder-lock.ts";
import { processText, thisProcess } from "../disk/processes.ts";
import { packageVersion } from "../program.ts";
import { type Run, sha256 } from "./run.ts";
import { type RunIdentity, shardFolder } from "./run-file.ts";

/** Seconds between two flushes to the disk, which a power failure may lose. A crash of the process loses nothing. */
const FLUSH_SECONDS = 5;

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

/** The shard that a worker appends to. */
interface OpenShard {
  readonly name: string;
  readonly file: string;
  readonly descriptor: number;
  bytes: number;
  lines: number;
  /** The last header. */
  section: ShardSection | undefined;
  /** When it was last flushed and last written. */
  flushed: number;
  written: number;
}

let opened = 0;

/**
 * One worker of a run: it reads the shards of all and appends to its own, and gives signs of life while it holds claims. Claims only save
 * work, so no lock guards them. A worker writes what it claims and then reads the claims of the others. If two workers claim a chunk at the
 * same moment, the shard with the lesser name keeps it. If another process has changed its shard, a worker begins a new one.
 */
export class RunWorker implements SharedLedger {
  readonly #run: Run;
  readonly #labels: Omit<ShardHeader, "task">;
  readonly #computes: RunIdentity;
  readonly #write: WriteBytes;
  readonly #now: () => number;
  readonly #heart: NodeJS.Timeout;
  /** Begin of the names of its shards, which no other worker has. */
  readonly #name: string;
  #shards = 0;
  #shard: OpenShard | undefined;
  #held: Claim[] = [];

  /** @throws Error if the folder is of another run than the worker computes. */
  constructor(run: Run, { engine, worker, computes, signs, write = writeBytes }: RunWorkerOptions) {
    this.#run = run;
    this.#computes = computes;
    this.#write = write;
    for (const task of run.sweep.tasks) this.#requireOwn(task);
    const own = thisProcess();
    // The time distinguishes processes that had the same number, the counter workers within a process.
    const suffix = `${Date.now().toString(36)}${opened++ || ""}`;
    this.#name = `${own.host.replaceAll(/[^A-Za-z0-9._-]/g, "_")}-${own.pid}-${suffix}`;
    // Named one by one: an engine may describe itself in more words.
    const { engine: kind, adapter, driver } = engine;
    this.#labels = { program: packageVersion(), engine: kind, adapter, driver, ...own, worker };
    const { now, signSeconds } = signsOfLife(signs);
    this.#now = now;
    this.#heart = setInterval(() => this.#showLife(signSeconds), 1000 * signSeconds);
    this.#heart.unref();
  }

  get sweep(): Sweep {
    return this.#run.sweep;
  }

  get ledger(): Ledger {
    return this.#run.ledger;
  }

  async refresh(): Promise<void> {
    this.#run.refresh();
  }

  async claimed(task: string): Promise<readonly ChunkRange[]> {
    return [...this.#heldOf(task), ...this.#run.claimsOn(task)];
  }

  async claim({ id, chunkFrames }: TaskIdentity, wanted: ChunksWanted): Promise<Claim | undefined> {
    const task = this.sweep.tasks.find((one) => taskId(one) === id);
    if (task === undefined) throw new Error("a claim on a task of another run");
    const chunks = this.ledger.chunks({ id, chunkFrames });
    for (let hasYielded = false; ; hasYielded = true) {
      const range = firstFreeRange(chunks, await this.claimed(id), wanted);
      if (range === undefined) {
        if (hasYielded) this.#say(task);
        return undefined;
      }
      const claim = { task: id, ...range };
      this.#held.push(claim);
      this.#say(task);
      this.#run.refresh();
      if (!this.#isYielded(claim)) return claim;
      this.#held = this.#held.filter((other) => other !== claim);
    }
  }

  /** Chunks that are done need no line: the next claim says the same. */
  async release({ task: id, first }: Claim): Promise<void> {
    const claim = this.#held.find((held) => held.task === id && held.first === first);
    const task = this.sweep.tasks.find((one) => taskId(one) === id);
    if (claim === undefined || task === undefined) return;
    this.#held = this.#held.filter((held) => held !== claim);
    const chunks = this.ledger.chunks({ id, chunkFrames: task.chunkFrames });
    if (chunks.doneUntil(first) >= rangeEnd(claim) && this.#heldOf(id).length > 0) return;
    try {
      this.#say(task);
    } catch {
      // On a full disk the claim stays until others see no sign of life.
    }
  }

  /**
   * Appends blocks by one write, so that a crash tears at most the last line.
   * @throws InputError if the disk is full or cannot be written; the lines before are kept whole.
   */
  async append(task: Task, blocks: readonly ChunkBlock[]): Promise<void> {
    this.#requireOwn(task);
    const { file, line } = this.#append(task, (section) => blocks.map((block) => formatRecord(block, section, sha256)));
    const header = { task, ...this.#labels };
    const identity = { id: taskId(task), chunkFrames: task.chunkFrames };
    for (const [i, block] of blocks.entries()) this.#run.add(header, identity, block, { file, line: line + i });
  }

  async holders(task: string): Promise<readonly string[]> {
    const others = new Map(this.#run.claimsOn(task).map(({ shard, ...claim }) => [shard, claim]));
    const own = this.#heldOf(task).length > 0 ? [processText(this.#labels, 0)] : [];
    return [...[...others.values()].map(({ holder, age }) => processText(holder, Math.max(0, age))), ...own];
  }

  /** Gives back the claims and closes the shard. */
  close(): void {
    clearInterval(this.#heart);
    const task = this.#shard?.section?.header.task;
    const hasClaims = this.#held.length > 0;
    this.#held = [];
    if (task !== undefined && hasClaims) {
      try {
        this.#say(task);
      } catch {
        // Others see that this process has ended.
      }
    }
    this.#closeShard();
  }

  #heldOf(task: string): Claim[] {
    return this.#held.filter((claim) => claim.task === task);
  }

  /** Whether another worker has claimed some of the chunks at the same moment and comes first. */
  #isYielded(claim: Claim): boolean {
    const own = this.#shard?.name ?? "";
    return this.#run
      .claimsOn(claim.task)
      .some((other) => other.shard < own && other.first < rangeEnd(claim) && claim.first < rangeEnd(other));
  }

  /** Says which chunks of a task this worker computes from now on. @throws InputError as `append`. */
  #say(task: Task): void {
    this.#append(task, () => [formatClaims(this.#heldOf(taskId(task)))]);
  }

  /** @throws Error if a task has another identity than the worker's results. */
  #requireOwn(task: Task): void {
    const { channel, ...rest } = this.#computes;
    const own = { ...rest, channel: { ...channel, value: task.channel.value } };
    const difference = taskDifference(own, task);
    if (difference !== undefined) throw new Error(`a task of another run than this worker computes: ${difference}`);
  }

  /** Appends lines of a task. @returns where the first of them is. */
  #append(task: Task, format: (section: ShardSection) => string[]): { readonly file: string; readonly line: number } {
    const shard = this.#openShard();
    let { section } = shard;
    const head: string[] = [];
    if (section?.task !== taskId(task)) {
      const header = formatHeader({ task, ...this.#labels }, sha256);
      section = header.section;
      head.push(header.line);
    }
    const line = shard.lines + head.length + 1;
    this.#writeLines(shard, [...head, ...format(section)]);
    shard.section = section;
    return { file: shard.file, line };
  }

  #writeLines(shard: OpenShard, lines: readonly string[]): void {
    const bytes = new TextEncoder().encode(lines.join(""));
    try {
      this.#write(shard.descriptor, bytes);
      shard.bytes += bytes.length;
      shard.lines += lines.length;
      shard.written = this.#now();
      if (shard.written - shard.flushed < FLUSH_SECONDS) return;
      fdatasyncSync(shard.descriptor);
      shard.flushed = shard.written;
    } catch (error) {
      try {
        ftruncateSync(shard.descriptor, shard.bytes);
      } catch {
        // Readers skip a torn last line, so only the earlier failure is reported.
      }
      throw diskError(error, shard.file);
    }
  }

  /** Changes the shard if nothing was written for long. */
  #showLife(signSeconds: number): void {
    const shard = this.#shard;
    if (shard === undefined || this.#held.length === 0 || this.#now() - shard.written < signSeconds / 2) return;
    try {
      if (fstatSync(shard.descriptor).size === shard.bytes) this.#writeLines(shard, ["\n"]);
    } catch {
      // The next record reports what is wrong with the disk.
    }
  }

  /** The shard for appending: a new shard at first, and after another process has changed the last shard. */
  #openShard(): OpenShard {
    if (this.#shard !== undefined) {
      if (fstatSync(this.#shard.descriptor).size === this.#shard.bytes) return this.#shard;
      this.#closeShard();
    }
    const name = `${this.#name}${this.#shards === 0 ? "" : `-${this.#shards + 1}`}.jsonl`;
    const file = join(shardFolder(this.#run.folder), name);
    try {
      makeFolder(shardFolder(this.#run.folder));
      const descriptor = openSync(file, "ax");
      this.#shards++;
      this.#run.ownShards.add(name);
      const now = this.#now();
      this.#shard = { name, file, descriptor, bytes: 0, lines: 0, section: undefined, flushed: now, written: now };
    } catch (error) {
      throw diskError(error, file);
    }
    return this.#shard;
  }

  #closeShard(): void {
    const shard = this.#shard;
    if (shard === undefined) return;
    this.#shard = undefined;
    try {
      fdatasyncSync(shard.descriptor);
    } catch (error) {
      throw diskError(error, shard.file);
    } finally {
      closeSync(shard.descriptor);
    }
  }
}
