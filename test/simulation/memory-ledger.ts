import type { ChunkRun } from "../../src/simulation/chunk.ts";
import { type ChunkRange, firstFreeRange } from "../../src/simulation/claims.ts";
import { Ledger } from "../../src/simulation/ledger.ts";
import type { Sweep } from "../../src/simulation/sweep.ts";
import type { Claim, SharedLedger } from "../../src/simulation/worker.ts";

/** A ledger in memory, shared by workers of one process. */
export class MemoryLedger implements SharedLedger {
  readonly ledger = new Ledger();
  readonly held: Claim[] = [];
  #lines = 0;

  async refresh(): Promise<void> {}

  async claimed(task: string): Promise<readonly ChunkRange[]> {
    return this.held.filter((claim) => claim.task === task);
  }

  async claim(task: string, limit: number, count: number): Promise<Claim | undefined> {
    const range = firstFreeRange(this.ledger.chunks(task).counts, await this.claimed(task), limit, count);
    if (range === undefined) return undefined;
    const claim = { task, ...range };
    this.held.push(claim);
    return claim;
  }

  async release(claim: Claim): Promise<void> {
    this.held.splice(this.held.indexOf(claim), 1);
  }

  async append({ task, first }: Claim, { counts, seconds }: ChunkRun): Promise<void> {
    for (const [i, chunkCounts] of counts.entries()) {
      const labels = { engine: "cpu", adapter: "fake", driver: "", host: "here", worker: "1" };
      const record = { task, chunk: first + i, counts: chunkCounts, seconds: seconds / counts.length, ...labels };
      this.ledger.add(record, { file: "memory", line: ++this.#lines });
    }
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
