import { basename } from "node:path";
import type { ChunkBlock } from "../../simulation/chunks/chunk-block.ts";
import type { ShardHeader } from "../../simulation/record.ts";
import type { Speed } from "../../simulation/time-left/time-left.ts";

/** Engine seconds over which a worker's speed is measured. */
const RECENT_SECONDS = 30;

/** The work of a worker process, as recorded in its shards. */
export interface ShardWorker extends Pick<ShardHeader, "host" | "worker" | "engine" | "adapter"> {
  readonly pid: number;
  readonly frames: number;
  /** Frames per engine second in its last half minute. */
  readonly framesPerSecond: number;
}

interface Tally {
  header: ShardHeader;
  readonly pid: number;
  frames: number;
  /** Frames and engine seconds, with older work weighted less. */
  recentFrames: number;
  recentSeconds: number;
}

/** The work of each process: a shard's name has host and number of the process that wrote it. */
export class ShardWorkers {
  readonly #tallies = new Map<string, Tally>();
  /** By the shard's file. */
  readonly #ofFile = new Map<string, Tally>();

  /** Counts a record. @param file shard of the record; a shard without a worker's name counts under its own name. */
  add(block: ChunkBlock, header: ShardHeader, file: string): void {
    const tally = this.#ofFile.get(file) ?? this.#begun(header, file);
    tally.header = header;
    tally.frames += block.counts.frames;
    const kept = Math.exp(-block.seconds / RECENT_SECONDS);
    tally.recentFrames = tally.recentFrames * kept + block.counts.frames;
    tally.recentSeconds = tally.recentSeconds * kept + block.seconds;
  }

  #begun(header: ShardHeader, file: string): Tally {
    const [, process = basename(file), pid = "0"] = SHARD.exec(basename(file)) ?? [];
    const begun = { header, pid: Number(pid), frames: 0, recentFrames: 0, recentSeconds: 0 };
    const tally = this.#tallies.get(process) ?? begun;
    this.#tallies.set(process, tally);
    this.#ofFile.set(file, tally);
    return tally;
  }

  /** All workers that have ever written, including workers that have ended. */
  get list(): readonly ShardWorker[] {
    return [...this.#tallies.values()].map(({ header, pid, frames, recentFrames, recentSeconds }) => {
      const { host, worker, engine, adapter } = header;
      return { host, worker, engine, adapter, pid, frames, framesPerSecond: recentFrames / recentSeconds };
    });
  }
}

/** Host and process, of a name as `LedgerStore` makes it: `node7-4711-m1x2y3.jsonl`, `node7-4711-m1x2y3-2.jsonl`. */
const SHARD = /^((?:.+)-(\d+))-[0-9a-z]+(?:-\d+)?\.jsonl$/;

/** The joint speed of the active workers. */
export function workersSpeed(workers: readonly ShardWorker[]): Speed {
  const known = workers.filter(({ framesPerSecond }) => Number.isFinite(framesPerSecond));
  return { framesPerSecond: known.reduce((sum, { framesPerSecond }) => sum + framesPerSecond, 0), busy: known.length };
}
