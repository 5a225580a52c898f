import type { ChunkBlock } from "../../simulation/chunks/chunk-block.ts";
import type { ReadBlock } from "../../simulation/chunks/joined-blocks.ts";
import type { TaskIdentity } from "../../simulation/ledger.ts";
import type { ShardSection } from "../../simulation/record.ts";
import type { RecordSource } from "../../simulation/record-source.ts";

/** Blocks that are read before they are added: some hundred bytes each. */
const READ_AT_ONCE = 200_000;

/**
 * Collects the blocks of shards by task before they are added, because the chunks of workers alternate: in the order of their chunks they
 * take seconds where shard by shard they take minutes.
 */
export class ReadBlocks {
  readonly #add: (task: TaskIdentity, blocks: readonly ReadBlock[]) => void;
  readonly #tasks = new Map<string, { readonly task: TaskIdentity; readonly blocks: ReadBlock[] }>();
  #count = 0;

  /** @param add gets the blocks of a task, in no order, whenever there are many and at `flush`. */
  constructor(add: (task: TaskIdentity, blocks: readonly ReadBlock[]) => void) {
    this.#add = add;
  }

  /** @throws errors of `add`. */
  push(block: ChunkBlock, { task: id, header }: ShardSection, source: RecordSource): void {
    let read = this.#tasks.get(id);
    if (read === undefined) {
      read = { task: { id, chunkFrames: header.task.chunkFrames }, blocks: [] };
      this.#tasks.set(id, read);
    }
    read.blocks.push({ ...block, source });
    if (++this.#count >= READ_AT_ONCE) this.flush();
  }

  /** Passes on the remaining blocks. @throws errors of `add`. */
  flush(): void {
    const tasks = [...this.#tasks.values()];
    this.#tasks.clear();
    this.#count = 0;
    for (const { task, blocks } of tasks) this.#add(task, blocks);
  }
}
