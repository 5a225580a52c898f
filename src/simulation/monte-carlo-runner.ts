import { channelCode } from "../channel/channel-code.ts";
import { channelAt } from "../channel/channels.ts";
import type { Code } from "../code/code.ts";
import type { MonteCarloProgram } from "../decoder/monte-carlo.ts";
import { chunksTouched, type Engine, type PreparedProgram } from "../engine/engine.ts";
import { defaultFrames } from "../engine/frame-slots.ts";
import type { RunParameters } from "../kernel/kernel.ts";
import { COUNTERS } from "../kernel/tally.ts";
import type { ChunkCounts, ChunkRun, ChunkRunner } from "./chunk.ts";
import { addCounts, ZERO_COUNTS } from "./counts.ts";
import { sha256Hex, type Task } from "./task.ts";

/**
 * The random key of a point: the seed and a hash of the channel, so that points are independent of each other while
 * decoders and codes of equal length see the same noise at the same point.
 */
export function randomKey(task: Pick<Task, "seed" | "channel">): [number, number] {
  const { name, parameter, value } = task.channel;
  return [task.seed, Number.parseInt(sha256Hex(`${name} ${parameter}=${value}`).slice(0, 8), 16)];
}

/**
 * Runs the chunks of one point as a Monte-Carlo program on an engine. Frame slots are allocated as they are asked for,
 * so a short run stays small. A chunk larger than the device holds is done in parts.
 * @param program of the code, the task's decoder and words, and its channel.
 * @throws InputError as `channelAt`.
 */
export function monteCarloRunner(engine: Engine, program: MonteCarloProgram, task: Task, code: Code): ChunkRunner {
  const { chunkFrames } = task;
  const channel = channelAt(task.channel, channelCode(code));
  if (channel.alphabet !== program.alphabet) {
    throw new Error(`a channel of ${channel.alphabet}s for a program of ${program.alphabet}s`);
  }
  const key = randomKey(task);
  const slotsMaximum = defaultFrames(engine, program);
  let prepared: Promise<PreparedProgram> | undefined;

  /** A prepared program with at least so many slots, or as many as there can be. */
  async function prepare(wanted: number): Promise<PreparedProgram> {
    const slots = Math.min(wanted, slotsMaximum);
    const current = await prepared;
    if (current !== undefined && current.frames >= slots) return current;
    // What is in flight on the old buffers still completes.
    current?.release();
    const next = await engine.prepare(program, slots);
    next.write("noise", channel.noise);
    return next;
  }

  return {
    chunksMaximum: Math.max(1, Math.floor(slotsMaximum / chunkFrames)),
    runsInFlight: engine.runsInFlight,
    async run(firstChunk: number, chunks: number): Promise<ChunkRun> {
      prepared = prepare(chunks * chunkFrames);
      const slots = await prepared;
      const counts: ChunkCounts[] = Array.from({ length: chunks }, () => ZERO_COUNTS);
      const end = (firstChunk + chunks) * chunkFrames;
      const parts: Promise<number>[] = [];
      for (let firstFrame = firstChunk * chunkFrames; firstFrame < end; firstFrame += slots.frames) {
        const frames = Math.min(slots.frames, end - firstFrame);
        const { llrScale, amplitude } = channel;
        const parameters = { firstFrame, frames, chunkFrames, key, llrScale, amplitude };
        parts.push(runPart(slots, parameters, counts, Math.floor(firstFrame / chunkFrames) - firstChunk));
      }
      const seconds = await Promise.all(parts);
      return { counts, seconds: seconds.reduce((sum, part) => sum + part, 0) };
    },
    async close(): Promise<void> {
      (await prepared)?.release();
    },
  };
}

/** Runs consecutive frames and adds their counts from chunk `firstIndex` on. @returns seconds. */
async function runPart(
  prepared: PreparedProgram,
  parameters: RunParameters,
  counts: ChunkCounts[],
  firstIndex: number,
): Promise<number> {
  const chunks = chunksTouched(parameters);
  const { outputs, seconds } = await prepared.run(parameters, [{ buffer: "counters", elements: chunks * COUNTERS }]);
  for (let i = 0; i < chunks; i++) {
    const words = outputs[0].subarray(i * COUNTERS, (i + 1) * COUNTERS);
    counts[firstIndex + i] = addCounts(counts[firstIndex + i], countsOf(words));
  }
  return seconds;
}

/** The counts in one chunk's counters (wgsl/tally.wgsl). */
export function countsOf(words: ArrayLike<number>): ChunkCounts {
  return {
    frames: words[0],
    frameErrors: words[1],
    informationFrameErrors: words[2],
    symbolErrors: words[3],
    bitErrors: words[4],
    undetected: words[5],
    iterations: words[6],
    iterationsCorrect: words[7],
    symbolErrorsSquared: words[8] + 2 ** 32 * words[9],
    bitErrorsSquared: words[10] + 2 ** 32 * words[11],
    mlErrors: words[12],
  };
}
