import { sum } from "../sum.ts";
import { TaskChunks } from "./chunks/task-chunks.ts";
import type { Part } from "./part.ts";

/** The chunks of any number of tasks, merged. Blocks may arrive in any order and more than once. */
export class Ledger {
  readonly #part: Part | undefined;
  readonly #tasks = new Map<string, TaskChunks>();

  /** @param part the part that the run computes; undefined for a whole run. */
  constructor(part?: Part) {
    this.#part = part;
  }

  /** Frames of all tasks. */
  get frames(): number {
    return sum([...this.#tasks.values()].map(({ total }) => total.frames));
  }

  /** The chunks of a task; an empty set for an unknown task. */
  chunks({ id, chunkFrames }: TaskIdentity): TaskChunks {
    let chunks = this.#tasks.get(id);
    if (chunks === undefined) {
      chunks = new TaskChunks(chunkFrames, this.#part);
      this.#tasks.set(id, chunks);
    }
    return chunks;
  }
}

/** The properties by which a ledger identifies a task. */
export interface TaskIdentity {
  /** See `taskId`. */
  readonly id: string;
  readonly chunkFrames: number;
}
