import { DeviceLostError } from "../../src/errors.ts";
import { ChunkRows, type ChunkRunner } from "../../src/simulation/chunks/chunk-block.ts";
import { type ChunkCounts, ZERO_COUNTS } from "../../src/simulation/counts.ts";
import { type Task, taskId } from "../../src/simulation/task.ts";
import type { RunnerFactory } from "../../src/simulation/worker.ts";
import { randomNumbers } from "./random.ts";

export interface FakeOptions {
  readonly chunksMaximum?: number;
  readonly runsInFlight?: number;
  /** Seconds of a chunk on the factory's own clock. */
  readonly seconds?: number;
  /** Called before each run. It may wait or throw a device's error. */
  readonly beforeRun?: (firstChunk: number, chunks: number) => Promise<void> | void;
}

/** Counts of a chunk with frame error rate 10^(−Eb/N0). They depend only on the task and the chunk. */
export function fakeCounts(task: Task, chunk: number): ChunkCounts {
  const random = randomNumbers(Number.parseInt(taskId(task).slice(0, 8), 16) ^ Math.imul(chunk + 1, 0x9e3779b1));
  const frameErrorRate = Math.min(1, 10 ** -task.channel.value);
  const counts = { ...ZERO_COUNTS, frames: task.chunkFrames };
  for (let frame = 0; frame < task.chunkFrames; frame++) {
    const wrong = random() < frameErrorRate;
    const iterations = wrong ? 10 : 1 + Math.floor(random() * 5);
    counts.iterations += iterations;
    if (!wrong) {
      counts.iterationsCorrect += iterations;
      continue;
    }
    const symbols = 1 + Math.floor(random() * 9);
    const bits = symbols + Math.floor(random() * symbols);
    counts.frameErrors++;
    counts.informationFrameErrors += Number(random() < 0.8);
    const undetected = random() < 0.1;
    counts.undetected += Number(undetected);
    counts.mlErrors += Number(undetected && symbols % 2 === 1);
    counts.symbolErrors += symbols;
    counts.bitErrors += bits;
    counts.symbolErrorsSquared += symbols ** 2;
    counts.bitErrorsSquared += bits ** 2;
  }
  return counts;
}

/** A factory of deterministic runners that records its calls. */
export class FakeFactory implements RunnerFactory {
  readonly plan = ["as it comes"];
  /** A description with an extra field, which no file may copy. */
  readonly description = { engine: "cpu", adapter: "fake", driver: "", software: true } as const;
  readonly #options: FakeOptions;
  opened = 0;
  closed = 0;
  /** Number of computed chunks, including repeated ones. */
  chunks = 0;
  /** Largest number of chunks of a run. */
  longest = 0;
  #clock = 0;
  /** A clock that only runs of this factory's runners advance. */
  readonly now = () => this.#clock;

  constructor(options: FakeOptions = {}) {
    this.#options = options;
  }

  async open(task: Task): Promise<ChunkRunner> {
    const { chunksMaximum = 64, runsInFlight = 2, seconds = 0.01, beforeRun } = this.#options;
    this.opened++;
    let lost = false;
    return {
      chunksMaximum,
      runsInFlight,
      run: async (firstChunk, chunks, onPart) => {
        if (chunks > chunksMaximum) throw new Error(`${chunks} chunks are more than the runner takes`);
        try {
          if (lost) throw new DeviceLostError("lost before");
          await beforeRun?.(firstChunk, chunks);
        } catch (error) {
          lost = true;
          throw error;
        }
        this.chunks += chunks;
        this.#clock += seconds * chunks;
        this.longest = Math.max(this.longest, chunks);
        const counts = Array.from({ length: chunks }, (_, i) => fakeCounts(task, firstChunk + i));
        if (onPart !== undefined) for (const chunk of counts) onPart(chunk);
        return { counts: ChunkRows.of(counts), seconds: seconds * chunks };
      },
      close: async () => {
        this.closed++;
        if (lost) throw new DeviceLostError("cannot close what is lost");
      },
    };
  }

  async close(): Promise<void> {}
}
