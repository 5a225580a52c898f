import { z } from "zod";
import { InputError } from "../errors.ts";
import { type ChunkCounts, COUNT_NAMES, type CountName } from "./chunk.ts";
import { addCounts, countsFrom, sameCounts, ZERO_COUNTS } from "./counts.ts";

/** Line of a shard: the counts of one chunk, and how and where they were made. */
export interface ChunkRecord {
  /** Task id. */
  readonly task: string;
  readonly chunk: number;
  readonly counts: ChunkCounts;
  /** Wall-clock seconds for which the engine was busy with the chunk; those of a worker add up to its working time. */
  readonly seconds: number;
  readonly engine: string;
  readonly adapter: string;
  readonly driver: string;
  readonly host: string;
  readonly worker: string;
}

/** Where a record was read. */
export interface RecordSource {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** The chunks of one task in a ledger. */
export interface TaskChunks {
  /** Counts by chunk index. */
  readonly counts: ReadonlyMap<number, ChunkCounts>;
  /** Sum of all of them. */
  readonly total: ChunkCounts;
  /** Engine seconds spent on all of them. */
  readonly seconds: number;
}

/** Chunks of any number of tasks, merged by (task, chunk index). Order and repetition do not matter. */
export class Ledger {
  readonly #tasks = new Map<string, MergedChunks>();

  /**
   * Adds a chunk; the same chunk again changes nothing but what was not counted the first time.
   * @throws InputError naming both places if the chunk is there with other counts.
   */
  add(record: ChunkRecord, source: RecordSource): void {
    let task = this.#tasks.get(record.task);
    if (task === undefined) {
      task = { counts: new Map(), sources: [], total: ZERO_COUNTS, seconds: 0, completed: false };
      this.#tasks.set(record.task, task);
    }
    const known = task.counts.get(record.chunk);
    if (known !== undefined) {
      if (sameCounts(known, record.counts)) {
        if (known.mlErrors === undefined && record.counts.mlErrors !== undefined) {
          task.counts.set(record.chunk, record.counts);
          task.completed = true;
        }
        return;
      }
      const first = task.sources[record.chunk];
      throw new InputError(
        `chunk ${record.chunk} of task ${record.task.slice(0, 12)} has other counts than at ${first.file}:${first.line}; ` +
          "one of the two devices computes wrongly: find out which and delete its shard",
        source,
      );
    }
    task.counts.set(record.chunk, record.counts);
    task.sources[record.chunk] = source;
    task.total = addCounts(task.total, record.counts);
    task.seconds += record.seconds;
  }

  /** The chunks of a task; none for a task never seen. */
  chunks(task: string): TaskChunks {
    const merged = this.#tasks.get(task);
    if (merged === undefined) return { counts: new Map(), total: ZERO_COUNTS, seconds: 0 };
    if (merged.completed) {
      // Another map: who has added up a part of the old one begins anew.
      merged.counts = new Map(merged.counts);
      merged.total = [...merged.counts.values()].reduce(addCounts, ZERO_COUNTS);
      merged.completed = false;
    }
    return merged;
  }
}

interface MergedChunks {
  counts: Map<number, ChunkCounts>;
  readonly sources: RecordSource[];
  total: ChunkCounts;
  seconds: number;
  /** Counts of a chunk have come that an earlier record of it lacked: `total` is to be added up again. */
  completed: boolean;
}

/** The line of a record, with its line end. Counts stand beside the other keys, so that tables read it as columns. */
export function formatRecord({ task, chunk, counts, ...rest }: ChunkRecord): string {
  return `${JSON.stringify({ task, chunk, ...counts, ...rest })}\n`;
}

/**
 * Reads one complete line of a shard.
 * @throws InputError with file and line if it is not a record.
 */
export function parseRecord(text: string, source: RecordSource): ChunkRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InputError("not a line of JSON: the shard is damaged; delete the line and run again", source);
  }
  const result = RECORD.safeParse(value);
  if (!result.success) {
    const { path, message } = result.error.issues[0];
    throw new InputError(`not a chunk: ${path.join(".")}: ${message.toLowerCase()}`, source);
  }
  const { task, chunk, seconds, engine, adapter, driver, host, worker } = result.data;
  const { mlErrors } = result.data;
  const counts = { ...countsFrom((name) => result.data[name]), ...(mlErrors === undefined ? {} : { mlErrors }) };
  return { task, chunk, counts, seconds, engine, adapter, driver, host, worker };
}

const COUNT = z.number().int().nonnegative();

const RECORD = z.object({
  task: z.string().regex(/^[0-9a-f]{64}$/),
  chunk: COUNT,
  ...(Object.fromEntries(COUNT_NAMES.map((name) => [name, COUNT])) as Record<CountName, typeof COUNT>),
  mlErrors: COUNT.optional(),
  seconds: z.number().nonnegative(),
  engine: z.string(),
  adapter: z.string(),
  driver: z.string(),
  host: z.string(),
  worker: z.string(),
});
