import { hostname } from "node:os";
import { join } from "node:path";
import type { EngineInfo } from "../engine/engine.ts";
import type { ChunkRun } from "../simulation/chunk.ts";
import { type ChunkRange, firstFreeRange } from "../simulation/claims.ts";
import { Ledger } from "../simulation/ledger.ts";
import { formatPoints } from "../simulation/points.ts";
import { type SweepPoint, sweepPoints, sweepRows } from "../simulation/sweep.ts";
import type { Claim, SharedLedger } from "../simulation/worker.ts";
import { ClaimFolder } from "./claims.ts";
import { type WriteBytes, writeFileAtomic } from "./disk.ts";
import { type RunFile, runSweep } from "./run-file.ts";
import { ShardReader, ShardWriter } from "./shards.ts";

export interface LedgerStoreOptions {
  readonly engine: EngineInfo;
  /** Names the worker in shard lines. */
  readonly worker: string;
  /** Writes shard lines; tests hand in one that fails. */
  readonly write?: WriteBytes;
}

/** The ledger of a run folder, as one worker sees it: it reads all shards and writes one of its own. */
export class LedgerStore implements SharedLedger {
  readonly ledger = new Ledger();
  readonly #reader: ShardReader;
  readonly #writer: ShardWriter;
  readonly #claims: ClaimFolder;
  readonly #labels: Pick<EngineInfo, "engine" | "adapter" | "driver"> & { host: string; worker: string };

  /** @throws InputError if the folder cannot be written or a shard is damaged. */
  constructor(folder: string, { engine, worker, write }: LedgerStoreOptions) {
    const host = hostname();
    // Named one by one: an engine may describe itself in more words.
    this.#labels = { engine: engine.engine, adapter: engine.adapter, driver: engine.driver, host, worker };
    this.#reader = new ShardReader(folder, this.ledger);
    this.#writer = new ShardWriter(folder, `${fileSafe(host)}-${process.pid}-${uniqueSuffix()}.jsonl`, write);
    this.#claims = new ClaimFolder(folder, worker);
    this.#reader.refresh();
  }

  async refresh(): Promise<void> {
    this.#reader.refresh(this.#writer.name);
  }

  async claimed(task: string): Promise<readonly ChunkRange[]> {
    return this.#claims.claimed(task);
  }

  async claim(task: string, limit: number, count: number): Promise<Claim | undefined> {
    const done = this.ledger.chunks(task).counts;
    return this.#claims.claim(task, (claimed) => firstFreeRange(done, claimed, limit, count));
  }

  async release(claim: Claim): Promise<void> {
    this.#claims.release(claim);
  }

  async append({ task, first }: Claim, { counts, seconds }: ChunkRun): Promise<void> {
    const records = counts.map((chunkCounts, i) => ({
      task,
      chunk: first + i,
      counts: chunkCounts,
      seconds: seconds / counts.length,
      ...this.#labels,
    }));
    const line = this.#writer.lines + 1;
    this.#writer.append(records);
    for (const [i, record] of records.entries()) this.ledger.add(record, { file: this.#writer.file, line: line + i });
  }

  /** Gives back the claims and closes the shard. */
  close(): void {
    this.#claims.close();
    this.#writer.close();
  }
}

/** Reads all shards of a run. @throws InputError for a damaged or contradicting shard. */
export function readLedger(folder: string, ledger = new Ledger()): Ledger {
  new ShardReader(folder, ledger).refresh();
  return ledger;
}

/** Derives points.csv from the shards and writes it. @returns the points. */
export function writePoints(folder: string, run: RunFile, ledger = readLedger(folder)): SweepPoint[] {
  const sweep = runSweep(run);
  const points = sweepPoints(sweep, ledger);
  writeFileAtomic(join(folder, "points.csv"), formatPoints(sweepRows(sweep, points)));
  return points;
}

function fileSafe(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]/g, "_");
}

let opened = 0;

/** Sets apart processes that got the same number at another time, and stores within a process. */
function uniqueSuffix(): string {
  return `${Date.now().toString(36)}${opened++ || ""}`;
}
