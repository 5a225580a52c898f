import type { ChunkBlock } from "../../src/simulation/chunks/chunk-block.ts";
import { MemoryLedger } from "../../src/simulation/simulate.ts";
import type { Sweep } from "../../src/simulation/sweep.ts";
import { type Task, taskId } from "../../src/simulation/task.ts";
import type { Claim } from "../../src/simulation/worker.ts";

/** A ledger in memory that exposes its claims and records its blocks. */
export class WatchedLedger extends MemoryLedger {
  /** All blocks in the order of their arrival. */
  readonly blocks: { readonly task: string; readonly block: ChunkBlock }[] = [];

  constructor(sweep: Sweep = fakeSweep()) {
    super(sweep);
  }

  get held(): Claim[] {
    return this.claims;
  }

  override async append(task: Task, blocks: readonly ChunkBlock[]): Promise<void> {
    this.blocks.push(...blocks.map((block) => ({ task: taskId(task), block })));
    await super.append(task, blocks);
  }
}

export function fakeSweep(
  options: Partial<Sweep> & { points?: number[]; chunkFrames?: number; targetFer?: number } = {},
): Sweep {
  const { points = [0.5, 1, 1.5], chunkFrames = 16, targetFer, ...rest } = options;
  const tasks = points.map((value) => ({
    code: { name: "fake", hash: "0".repeat(64) },
    decoder: "min-max iterations=10 stop=syndrome",
    channel: { name: "awgn", parameter: "ebn0", value } as const,
    seed: 1,
    chunkFrames,
    codeword: "random" as const,
    semantics: 1,
    random: "threefry4x32-13" as const,
  }));
  return { tasks, rule: { maxErrors: 50, maxFrames: 5000, targetFer }, symbols: 20, bitsPerSymbol: 2, ...rest };
}
