import type { EngineInfo } from "../../engine/engine.ts";
import type { ChunkBlock } from "../../simulation/chunks/chunk-block.ts";
import { type ChunkRange, rangeEnd } from "../../simulation/chunks/chunk-range.ts";
import { type ChunksWanted, firstFreeRange } from "../../simulation/claims.ts";
import type { Ledger, TaskIdentity } from "../../simulation/ledger.ts";
import type { Sweep } from "../../simulation/sweep.ts";
import { type Task, taskId } from "../../simulation/task.ts";
import { taskDifference } from "../../simulation/task-difference.ts";
import type { Claim, SharedLedger } from "../../simulation/worker.ts";
import type { WriteBytes } from "../disk/disk.ts";
import { processText, type SignsOfLife, thisProcess } from "../disk/process-state.ts";
import { packageVersion } from "../package-root.ts";
import type { Run } from "./run.ts";
import type { RunIdentity } from "./run-file.ts";
import { ShardWriter } from "./run-log.ts";

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
