import type { ChunkBlock } from "./chunks/chunk-block.ts";
import type { ChunkRange } from "./chunks/chunk-range.ts";
import { type ChunksWanted, firstFreeRange } from "./claims.ts";
import { Ledger, type TaskIdentity } from "./ledger.ts";
import type { Sweep } from "./sweep.ts";
import { type Task, taskId } from "./task.ts";
import type { Claim, SharedLedger } from "./worker.ts";

/**
 * A ledger in memory, for simulations without a run folder: in a browser, or within a program. Workers of one process may share
 * it. Its memory grows with the number of wrong chunks, not with frames.
 *
 * ```ts
 * const shared = new MemoryLedger(simulationSweep(code, { decoder, channel, points, stopping }));
 * await work({ shared, factory: await engineRunners({ openEngine, code, decoder, channel }) });
 * const csv = formatPoints(sweepRows(shared.sweep, sweepPoints(shared.sweep, shared.ledger)));
 * ```
 */
export class MemoryLedger implements SharedLedger {
  /** The sweep that is simulated. A longer sweep of the same tasks may replace it while workers are running. */
  sweep: Sweep;
  readonly ledger: Ledger;
  /** Claims that workers hold now. */
  protected readonly claims: Claim[] = [];
  #blocks = 0;

  constructor(sweep: Sweep) {
    this.sweep = sweep;
    this.ledger = new Ledger(sweep.part);
  }

  async refresh(): Promise<void> {}

  async claimed(task: string): Promise<readonly ChunkRange[]> {
    return this.claims.filter((claim) => claim.task === task);
  }

  async claim(task: TaskIdentity, wanted: ChunksWanted): Promise<Claim | undefined> {
    const range = firstFreeRange(this.ledger.chunks(task), await this.claimed(task.id), wanted);
    if (range === undefined) return undefined;
    const claim = { task: task.id, ...range };
    this.claims.push(claim);
    return claim;
  }

  async release(claim: Claim): Promise<void> {
    const at = this.claims.indexOf(claim);
    if (at >= 0) this.claims.splice(at, 1);
  }

  async append(task: Task, blocks: readonly ChunkBlock[]): Promise<void> {
    const identity = { id: taskId(task), chunkFrames: task.chunkFrames };
    for (const block of blocks) this.ledger.add(identity, block, { file: "memory", line: ++this.#blocks });
  }

  async holders(task: string): Promise<readonly string[]> {
    return this.claims.filter((claim) => claim.task === task).map(({ first }) => `the holder of chunk ${first}`);
  }
}
