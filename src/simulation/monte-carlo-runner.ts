import { COUNTERS } from "../../wgsl/statistics/index.ts";
import type { Code } from "../code/code.ts";
import { chunksTouched, type Engine, type PreparedProgram } from "../engine/engine.ts";
import { defaultFrames, framesOfShortRuns } from "../engine/frame-slots.ts";
import type { RunParameters } from "../gpu/kernel.ts";
import { sum } from "../sum.ts";
import { ChunkRows, type ChunkRun, type ChunkRunner, PartSize, ROW_COUNTS } from "./chunks/chunk-block.ts";
import { addCounts, type ChunkCounts, ZERO_COUNTS } from "./counts.ts";
import { writeChannel } from "./program/channel-dispatches.ts";
import type { MonteCarloProgram } from "./program/monte-carlo.ts";
import { simulatedChannel } from "./receiver.ts";
import { sha256Hex, type Task } from "./task.ts";

/**
 * The random key of a point: the seed and a hash of the channel. Points are thus independent of each other, and
 * decoders and codes of equal length see the same noise at the same point.
 */
export function randomKey(task: Pick<Task, "seed" | "channel">): [number, number] {
  const { name, parameter, value } = task.channel;
  return [task.seed, Number.parseInt(sha256Hex(`${name} ${parameter}=${value}`).slice(0, 8), 16)];
}

/** A run on the device is short if it takes less, in seconds: the device then idles for a notable share of the time, between runs. */
const SHORT_RUN = 0.004;
/** Minimum number of runs by which their length is judged. */
const RUNS_JUDGED = 8;

/** A program's frame slots on an engine, which the runners of a sweep's points use one after the other: only the channel changes. */
export interface FrameSlots {
  prepared?: Promise<PreparedProgram>;
  /** Frames of the parts of a slow chunk, by the time of earlier parts. */
  partSize?: PartSize;
}

/**
 * Runs the chunks of one point as a Monte-Carlo program on an engine. It allocates frame slots on demand, so a short
 * run stays small. It splits a run, or even a chunk, of more frames than the device holds. It also splits a slow chunk, so that some of
 * its counts are known early.
 * @param program of the code, the task's decoder and words, and its channel.
 * @param shared slots of the runners before and after this one, which the caller releases; the runner's own if left out.
 */
export function monteCarloRunner(
  engine: Engine,
  program: MonteCarloProgram,
  task: Task,
  code: Code,
  shared?: FrameSlots,
): ChunkRunner {
  const { chunkFrames } = task;
  const channel = simulatedChannel(task.channel, code, program);
  if (channel.alphabet !== program.alphabet) {
    throw new Error(`a channel of ${channel.alphabet}s for a program of ${program.alphabet}s`);
  }
  if (task.random !== program.generator) {
    throw new Error(`a task of ${task.random} for a program of ${program.generator}`);
  }
  const key = randomKey(task);
  let slotsMaximum = slotsOfChunks(defaultFrames(engine, program), chunkFrames);
  const own = shared ?? {};
  own.partSize ??= new PartSize();
  const { partSize } = own;
  /** The program that has this point's channel. */
  let written: PreparedProgram | undefined;

  /** A prepared program with at least `wanted` slots, or with the most slots that the engine allows. */
  async function prepare(wanted: number, before: FrameSlots["prepared"]): Promise<PreparedProgram> {
    const slots = Math.min(wanted, slotsMaximum);
    let current = await before;
    if (current === undefined || current.frames < slots) {
      // Runs in flight keep the old buffers until they end.
      current?.release();
      current = await engine.prepare(program, slots);
    }
    if (current !== written) writeChannel(current, channel);
    written = current;
    return current;
  }

  /** The program of a run that starts as soon as the program is there. */
  function programFor(frames: number): Promise<PreparedProgram> {
    own.prepared = prepare(frames, own.prepared);
    return own.prepared;
  }

  return {
    chunksMaximum: Number.MAX_SAFE_INTEGER,
    runsInFlight: engine.runsInFlight,
    async run(firstChunk: number, chunks: number, onPart?: (counts: ChunkCounts) => void): Promise<ChunkRun> {
      const begin = performance.now();
      const { llrScale, amplitude } = channel;
      if (chunks === 1 && onPart !== undefined && partSize.frames < chunkFrames) {
        const program = () => programFor(chunkFrames);
        return runInParts(program, { chunkFrames, key, llrScale, amplitude }, firstChunk, partSize, onPart);
      }
      const slots = await programFor(chunks * chunkFrames);
      const counts = new ChunkRows(chunks);
      const end = (firstChunk + chunks) * chunkFrames;
      const parts: Promise<number>[] = [];
      for (let firstFrame = firstChunk * chunkFrames; firstFrame < end; firstFrame += slots.frames) {
        const frames = Math.min(slots.frames, end - firstFrame);
        const parameters = { firstFrame, frames, chunkFrames, key, llrScale, amplitude };
        parts.push(runPart(slots, parameters, counts, Math.floor(firstFrame / chunkFrames) - firstChunk));
      }
      const seconds = await Promise.all(parts);
      // A device without a clock reports for each part a time that includes the parts before it.
      const elapsed = (performance.now() - begin) / 1000;
      const total = sum(seconds);
      if (parts.length >= RUNS_JUDGED && total / parts.length < SHORT_RUN) {
        slotsMaximum = slotsOfChunks(framesOfShortRuns(engine, program), chunkFrames);
      }
      return { counts, seconds: Math.min(elapsed, total) };
    },
    async close(): Promise<void> {
      if (shared === undefined) (await own.prepared)?.release();
    },
  };
}

/** Rounds a number of slots down to whole chunks, if it holds at least one chunk: no chunk is then split. */
function slotsOfChunks(slots: number, chunkFrames: number): number {
  return slots < chunkFrames ? slots : slots - (slots % chunkFrames);
}

/**
 * Runs a chunk in parts, one after another, and reports the counts of each.
 * @param program of the next part: another run may have replaced the last one.
 */
async function runInParts(
  program: () => Promise<PreparedProgram>,
  parameters: Omit<RunParameters, "firstFrame" | "frames">,
  chunk: number,
  size: PartSize,
  onPart: (counts: ChunkCounts) => void,
): Promise<ChunkRun> {
  const counts = new ChunkRows(1);
  const { chunkFrames } = parameters;
  const end = (chunk + 1) * chunkFrames;
  let seconds = 0;
  for (let firstFrame = chunk * chunkFrames; firstFrame < end; ) {
    const slots = await program();
    const wanted = Math.min(size.frames, slots.frames);
    const frames = Math.min(wanted, end - firstFrame);
    const part = new ChunkRows(1);
    const spent = await runPart(slots, { ...parameters, firstFrame, frames }, part, 0);
    part.data.forEach((count, i) => {
      counts.data[i] += count;
    });
    onPart(part.at(0));
    seconds += spent;
    firstFrame += frames;
    if (frames === wanted) size.learn(frames, spent);
  }
  return { counts, seconds };
}

/** Runs consecutive frames and adds their counts from chunk `firstIndex` on. @returns seconds. */
export async function runPart(
  prepared: PreparedProgram,
  parameters: RunParameters,
  counts: ChunkRows,
  firstIndex: number,
): Promise<number> {
  const chunks = chunksTouched(parameters);
  const { outputs, seconds } = await prepared.run(parameters, [{ buffer: "counters", elements: chunks * COUNTERS }]);
  addCounters(counts, firstIndex, outputs[0], chunks);
  return seconds;
}

/** Adds the counters of chunks (wgsl/statistics/tally.wgsl) to rows from `firstIndex` on. */
function addCounters(rows: ChunkRows, firstIndex: number, words: ArrayLike<number>, chunks: number): void {
  const { data } = rows;
  for (let i = 0, at = firstIndex * ROW_COUNTS, word = 0; i < chunks; i++, at += ROW_COUNTS, word += COUNTERS) {
    for (let count = 0; count < 8; count++) data[at + count] += words[word + count];
    data[at + 8] += words[word + 8] + 2 ** 32 * words[word + 9];
    data[at + 9] += words[word + 10] + 2 ** 32 * words[word + 11];
    data[at + 10] += words[word + 12];
  }
}

/** The sum of the counts in the counters of chunks (wgsl/statistics/tally.wgsl). */
export function countsOf(words: ArrayLike<number>): ChunkCounts {
  const rows = new ChunkRows(words.length / COUNTERS);
  addCounters(rows, 0, words, rows.length);
  return [...rows].reduce(addCounts, ZERO_COUNTS);
}
