import type { ChunkBlock } from "../../src/simulation/chunk-block.ts";
import type { ChunkRange } from "../../src/simulation/chunk-range.ts";
import { type ChunksWanted, firstFreeRange } from "../../src/simulation/claims.ts";
import { Ledger, type TaskIdentity } from "../../src/simulation/ledger.ts";
import type { Sweep } from "../../src/simulation/sweep.ts";
import { type Task, taskId } from "../../src/simulation/task.ts";
import type { Claim, SharedLedger } from "../../src/simulation/worker.ts";

/** A ledger in memory, shared by workers of one process. */
export class MemoryLedger implements SharedLedger {
  sweep: Sweep;
  readonly ledger: Ledger;
  readonly held: Claim[] = [];
  /** All blocks, in the order in which they came. */
  readonly blocks: { readonly task: string; readonly block: ChunkBlock }[] = [];

  constructor(sweep: Sweep = fakeSweep()) {
    this.sweep = sweep;
    this.ledger = new Ledger(sweep.part);
  }

  async refresh(): Promise<void> {}

  async claimed(task: string): Promise<readonly ChunkRange[]> {
    return this.held.filter((claim) => claim.task === task);
  }

  async claim(task: TaskIdentity, wanted: ChunksWanted): Promise<Claim | undefined> {
    const range = firstFreeRange(this.ledger.chunks(task), await this.claimed(task.id), wanted);
    if (range === undefined) return undefined;
    const claim = { task: task.id, ...range };
    this.held.push(claim);
    return claim;
  }

  async release(claim: Claim): Promise<void> {
    this.held.splice(this.held.indexOf(claim), 1);
  }

  async append(task: Task, blocks: readonly ChunkBlock[]): Promise<void> {
    for (const block of blocks) {
      this.blocks.push({ task: taskId(task), block });
      const source = { file: "memory", line: this.blocks.length };
      this.ledger.add({ id: taskId(task), chunkFrames: task.chunkFrames }, block, source);
    }
  }

  async holders(task: string): Promise<readonly string[]> {
    return this.held.filter((claim) => claim.task === task).map(({ first }) => `the holder of chunk ${first}`);
  }
}

/** A sweep of the fake runner. */
export function fakeSweep(options: Partial<Sweep> & { points?: number[]; chunkFrames?: number } = {}): Sweep {
  const { points = [0.5, 1, 1.5], chunkFrames = 16, ...rest } = options;
  const tasks = points.map((value) => ({
    code: { name: "fake", hash: "0".repeat(64) },
    decoder: "min-max iterations=10 stop=syndrome",
    channel: { name: "awgn", parameter: "ebn0", value } as const,
    seed: 1,
    chunkFrames,
    codeword: "random" as const,
    semantics: 1,
  }));
  return { tasks, rule: { maxErrors: 50, maxFrames: 5000 }, symbols: 20, bitsPerSymbol: 2, ...rest };
}
