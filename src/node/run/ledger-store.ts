import { hostname } from "node:os";
import { join } from "node:path";
import type { EngineInfo } from "../../engine/engine.ts";
import type { ChunkBlock } from "../../simulation/chunks/chunk-block.ts";
import type { ChunkRange } from "../../simulation/chunks/chunk-range.ts";
import { type ChunksWanted, firstFreeRange } from "../../simulation/claims.ts";
import type { Ledger, TaskIdentity } from "../../simulation/ledger.ts";
import type { Sweep } from "../../simulation/sweep.ts";
import { type Task, taskId } from "../../simulation/task.ts";
import { taskDifference } from "../../simulation/task-difference.ts";
import type { Claim, SharedLedger } from "../../simulation/worker.ts";
import type { WriteBytes } from "../disk/disk.ts";
import type { LeaseOptions } from "../disk/lease-folder.ts";
import { requireSharedFolder } from "../disk/shared-folder.ts";
import { packageVersion } from "../package-root.ts";
import { ClaimFolder } from "./claims.ts";
import type { RunIdentity } from "./run-file.ts";
import type { RunReader } from "./run-reader.ts";
import { ShardWriter } from "./shards.ts";

export interface LedgerStoreOptions {
  readonly engine: EngineInfo;
  /** Names the worker in shards. */
  readonly worker: string;
  /** The identity of the worker's results, from the code and decoder that it has loaded itself. */
  readonly computes: RunIdentity;
  /** Lease of the worker's claims. */
  readonly lease?: LeaseOptions;
  /** Writes shard lines; tests pass a function that fails. */
  readonly write?: WriteBytes;
}

/** The ledger of a run folder for one worker: it reads all shards and writes its own. */
export class LedgerStore implements SharedLedger {
  readonly #reader: RunReader;
  readonly #writer: ShardWriter;
  readonly #claims: ClaimFolder;
  readonly #computes: RunIdentity;

  /** @throws InputError if the folder cannot be written, or is of another run than the worker computes. */
  constructor(reader: RunReader, { engine, worker, computes, lease, write }: LedgerStoreOptions) {
    this.#reader = reader;
    this.#computes = computes;
    for (const task of reader.sweep.tasks) this.#requireOwn(task);
    const host = hostname();
    const begun = `${fileSafe(host)}-${process.pid}-${uniqueSuffix()}`;
    // Named one by one: an engine may describe itself in more words.
    const labels = { engine: engine.engine, adapter: engine.adapter, driver: engine.driver, host, worker };
    this.#writer = new ShardWriter(
      reader.folder,
      (count) => `${begun}${count === 0 ? "" : `-${count + 1}`}.jsonl`,
      { program: packageVersion(), ...labels },
      write,
    );
    this.#claims = new ClaimFolder(reader.folder, worker, lease);
    try {
      requireSharedFolder(join(reader.folder, "claims"));
    } catch (error) {
      this.#claims.close();
      throw error;
    }
  }

  get sweep(): Sweep {
    return this.#reader.sweep;
  }

  get ledger(): Ledger {
    return this.#reader.ledger;
  }

  async refresh(): Promise<void> {
    this.#reader.refresh(this.#writer.names);
  }

  async claimed(task: string): Promise<readonly ChunkRange[]> {
    return this.#claims.claimed(task);
  }

  async claim(task: TaskIdentity, wanted: ChunksWanted): Promise<Claim | undefined> {
    const chunks = this.ledger.chunks(task);
    return this.#claims.claim(task.id, (claimed) => firstFreeRange(chunks, claimed, wanted));
  }

  async release(claim: Claim): Promise<void> {
    this.#claims.release(claim);
  }

  async append(task: Task, blocks: readonly ChunkBlock[]): Promise<void> {
    this.#requireOwn(task);
    const identity = { id: taskId(task), chunkFrames: task.chunkFrames };
    const sources = this.#writer.append(task, blocks);
    for (const [i, block] of blocks.entries()) this.#reader.add(identity, block, sources[i]);
  }

  async holders(task: string): Promise<readonly string[]> {
    return this.#claims.holders(task).map(({ text }) => text);
  }

  /** Gives back the claims and closes the shard. */
  close(): void {
    this.#claims.close();
    this.#writer.close();
  }

  /** @throws Error if a task has another identity than the worker's results. */
  #requireOwn(task: Task): void {
    const { channel, ...rest } = this.#computes;
    const own = { ...rest, channel: { ...channel, value: task.channel.value } };
    const difference = taskDifference(own, task);
    if (difference !== undefined) throw new Error(`a task of another run than this worker computes: ${difference}`);
  }
}

function fileSafe(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]/g, "_");
}

let opened = 0;

/** Distinguishes processes that had the same number at different times, and stores within a process. */
function uniqueSuffix(): string {
  return `${Date.now().toString(36)}${opened++ || ""}`;
}
