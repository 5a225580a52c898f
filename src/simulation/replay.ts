import { COUNTERS } from "../../wgsl/statistics/index.ts";
import type { Code } from "../code/code.ts";
import { syndrome } from "../code/encoder.ts";
import type { ParityCheckMatrix } from "../code/parity-check-matrix.ts";
import { type DecoderProgram, inputWidth } from "../decoder/decoder-program.ts";
import { convertLlr } from "../decoder/llr.ts";
import { checkNodeRules } from "../decoder/rules.ts";
import type { ModelCode } from "../decoder/shots/model.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { decodeFrames, progress } from "../engine/decode.ts";
import { shotFrameDecoder } from "../engine/decode-shots.ts";
import { chunksTouched, type Engine } from "../engine/engine.ts";
import { defaultFrames, growingProgram } from "../engine/frame-slots.ts";
import { joined } from "../joined.ts";
import { type CodewordSource, hasSyndrome } from "../source/word-source.ts";
import { ChunkRows, type ChunkRunner, WRONG_NUMBERS, wrongCounts } from "./chunks/chunk-block.ts";
import type { TaskChunks } from "./chunks/task-chunks.ts";
import { addCounts, type ChunkCounts, sameCounts, ZERO_COUNTS } from "./counts.ts";
import { countsOf, randomKey } from "./monte-carlo-runner.ts";
import { writeChannel } from "./program/channel-dispatches.ts";
import { monteCarloProgram } from "./program/monte-carlo.ts";
import { noisePoint, simulatedChannel } from "./receiver.ts";
import { bitErrors, countShots, type DrawnShot, shotDrawer } from "./shot-runner.ts";
import type { PointState } from "./stopping.ts";
import type { Task } from "./task.ts";
import { BatchSize } from "./worker.ts";

/** Draws and decodes frames of a task again, each a function of the task and its number. */
export interface Replayer<Frame> {
  /** Most frames of one call. */
  readonly framesMaximum: number;
  /**
   * @param frames at most `framesMaximum`.
   * @returns the frames, and their counts as a simulation counts them.
   * @throws DeviceLostError if the device was lost.
   */
  run(firstFrame: number, frames: number): Promise<{ readonly frames: readonly Frame[]; readonly counts: ChunkCounts }>;
  isWrong(frame: Frame): boolean;
  /** Releases the buffers on the device. The engine stays open. */
  release(): void;
}

/** Most LLRs that a call brings back: 64 MiB. */
const LLRS_MAXIMUM = 2 ** 24;

/** A replayer of shots of an error model. @throws InputError as `shotDrawer`. */
export async function shotReplayer(
  engine: Engine,
  code: ModelCode,
  spec: DecoderSpec,
  task: Task,
): Promise<Replayer<DrawnShot>> {
  const { framesMaximum, run, release } = await shotDrawer(engine, code, spec, task);
  return {
    framesMaximum,
    async run(firstFrame, count) {
      const frames = await run(firstFrame, count);
      const rows = new ChunkRows(1);
      countShots(rows, 0, Number.POSITIVE_INFINITY, frames);
      return { frames, counts: rows.at(0) };
    },
    isWrong: ({ errors }) => errors > 0,
    release,
  };
}

/**
 * A replayer of words, with LLRs and decisions.
 * @param code the task's code. @param spec the task's decoder.
 * @returns also the form of the LLRs: bits [frame][N], or symbols [frame][N][q].
 */
export function replayer(
  engine: Engine,
  code: Code,
  spec: DecoderSpec,
  task: Task,
): Replayer<DrawnFrame> & Pick<DecoderProgram, "input"> {
  const { matrix } = code;
  const program = monteCarloProgram(code, spec, task.codeword, engine.limits, task.channel, {
    generator: task.random,
    asSymbols: true,
    refills: 1,
  });
  const channel = simulatedChannel(task.channel, code, program);
  const symbols = matrix.columns;
  const perFrame = symbols * inputWidth(program.input, matrix.field.q);
  const framesMaximum = Math.max(1, Math.min(defaultFrames(engine, program), Math.floor(LLRS_MAXIMUM / perFrame)));
  const growing = growingProgram(engine, program);
  const { llrScale, amplitude } = channel;
  const { chunkFrames } = task;
  return {
    input: program.input,
    framesMaximum,
    async run(firstFrame, frames) {
      const slots = await growing.withSlots(frames);
      writeChannel(slots, channel);
      const parameters = { firstFrame, frames, chunkFrames, key: randomKey(task), llrScale, amplitude };
      const { outputs } = await slots.run(parameters, [
        { buffer: "channel_llr", elements: frames * perFrame },
        { buffer: "codeword", elements: frames * symbols },
        { buffer: "decision", elements: frames * symbols },
        { buffer: "unsatisfied", elements: frames * spec.iterations },
        { buffer: "counters", elements: chunksTouched(parameters) * COUNTERS },
      ]);
      const [llr, sent, decisions, unsatisfied, counters] = outputs;
      const { iterations } = progress(unsatisfied, frames, spec);
      const own = <Values extends Float32Array | Uint32Array>(values: Values, i: number, size: number) =>
        values.slice(i * size, (i + 1) * size) as Values;
      const drawn = Array.from({ length: frames }, (_, i) => ({
        frame: firstFrame + i,
        llr: own(llr as Float32Array<ArrayBuffer>, i, perFrame),
        sent: own(sent as Uint32Array, i, symbols),
        decision: own(decisions as Uint32Array, i, symbols),
        iterations: iterations[i],
      }));
      return { frames: drawn, counts: countsOf(counters) };
    },
    isWrong: ({ sent, decision }) => sent.some((symbol, n) => symbol !== decision[n]),
    release: () => growing.release(),
  };
}

/**
 * Frames with the decisions of another decoder.
 * @param input form of the frames' LLRs.
 * @param codeword with `syndrome` the decoder receives the syndromes of the words sent.
 * @throws InputError if the decoder does not fit the code or the device.
 */
export async function decodedAgain(
  engine: Engine,
  code: Code,
  spec: DecoderSpec,
  frames: readonly DrawnFrame[],
  { input, codeword }: { readonly input: DecoderProgram["input"]; readonly codeword: CodewordSource },
): Promise<DrawnFrame[]> {
  if (frames.length === 0) return [];
  const { matrix } = code;
  const { columns, field } = matrix;
  const llr = joined(
    Float32Array,
    frames.map((frame) => frame.llr),
  );
  const wanted = checkNodeRules[spec.rule].input;
  const converted = wanted === input ? llr : convertLlr(input, llr, field, columns, { input: wanted }).llr;
  const syndromes = hasSyndrome(codeword)
    ? Uint32Array.from(frames.flatMap(({ sent }) => [...syndrome(matrix, sent)]))
    : undefined;
  const { symbols, iterations } = await decodeFrames(engine, code, spec, converted, { syndromes });
  return frames.map((frame, i) => ({
    ...frame,
    decision: Uint32Array.from(symbols.subarray(i * columns, (i + 1) * columns)),
    iterations: iterations[i],
  }));
}

/** Shots with the corrections of another decoder. @throws InputError as `shotFrameDecoder`. */
export async function shotsDecodedAgain(
  engine: Engine,
  code: ModelCode,
  spec: DecoderSpec,
  shots: readonly DrawnShot[],
  { channel }: Pick<Task, "channel">,
): Promise<DrawnShot[]> {
  const decoder = await shotFrameDecoder(engine, code, spec, { shots: shots.length, point: noisePoint(channel) });
  const width = Math.ceil(code.model.observables / 8);
  const decoded: DrawnShot[] = [];
  try {
    for (let at = 0; at < shots.length; at += decoder.shots) {
      const part = shots.slice(at, at + decoder.shots);
      const packed = joined(
        Uint8Array,
        part.map(({ detectors }) => detectors),
      );
      const { observables, iterations, found } = await decoder.decode(packed);
      for (const [i, shot] of part.entries()) {
        const correction = observables.subarray(i * width, (i + 1) * width);
        const errors = bitErrors(shot.observables, correction);
        decoded.push({ ...shot, correction, errors, explained: found[i] > 0, iterations: iterations[i] });
      }
    }
  } finally {
    decoder.release();
  }
  return decoded;
}

/** A frame of a task. */
export interface DrawnFrame {
  /** Its number in the task. */
  readonly frame: number;
  /** Channel LLRs in the decoder's form, [N] or [N][q]. */
  readonly llr: Float32Array<ArrayBuffer>;
  /** The word sent, [N]. */
  readonly sent: Uint32Array;
  /** The decision of the run's decoder, [N]. */
  readonly decision: Uint32Array;
  readonly iterations: number;
}

/** Where failed frames are looked for, and by which means. */
export interface FailureSearch<Frame> {
  readonly chunks: TaskChunks;
  /** The published chunks. */
  readonly state: PointState;
  readonly replayer: Replayer<Frame>;
  /** Simulates chunks of the point. */
  readonly runner: ChunkRunner;
  /** Called where chunks have other counts than in the run. */
  readonly disagree: Disagreement;
  /** Called with the number of frames after each step. */
  readonly onFrames: (frames: number) => void;
  /** Ends the search between two steps. */
  readonly signal: AbortSignal;
}

/** The failed frames of a point in the order of their numbers. */
export async function* failedFrames<Frame>(search: FailureSearch<Frame>): AsyncGenerator<Frame> {
  const { chunks, state, runner, disagree, onFrames, signal } = search;
  const batch = new BatchSize();
  for (const wrong of wrongChunks(chunks, state)) {
    if (signal.aborted) return;
    if ("chunk" in wrong) {
      yield* failedOfChunk(search, wrong);
      continue;
    }
    for await (const found of searched(wrong, runner, batch, disagree, signal)) {
      if ("chunk" in found) yield* failedOfChunk(search, found);
      else onFrames(found.done * chunks.chunkFrames);
    }
  }
}

async function* failedOfChunk<Frame>(
  { chunks: { chunkFrames }, replayer, disagree, onFrames }: FailureSearch<Frame>,
  { chunk, counts }: WrongChunk,
): AsyncGenerator<Frame> {
  const [first, end] = [chunk * chunkFrames, (chunk + 1) * chunkFrames];
  let sum = ZERO_COUNTS;
  for (let at = first; at < end; at += replayer.framesMaximum) {
    const frames = Math.min(replayer.framesMaximum, end - at);
    const replayed = await replayer.run(at, frames);
    sum = addCounts(sum, replayed.counts);
    onFrames(frames);
    for (const frame of replayed.frames) if (replayer.isWrong(frame)) yield frame;
  }
  if (!sameCounts(sum, counts)) disagree({ first: chunk, count: 1, counts }, sum);
}

/** How a decoder ends on a frame. */
export interface FrameOutcome {
  /** Number of the frame in its task. */
  readonly frame: number;
  readonly iterations: number;
  /** Sent plus decided symbol, [N]: zero where the decision is right. */
  readonly errors: Uint8Array;
  /** 1 for each check that the decision does not satisfy, [M]. */
  readonly unsatisfied: Uint8Array;
  /** Wrong variables: the a of a trapping set (a, b). */
  readonly a: number;
  /** Unsatisfied checks: the b. With a > 0 and b = 0 the decision is another codeword. */
  readonly b: number;
}

/**
 * The outcome of a decision.
 * @param sent [N], also of a word with a syndrome of its own: the checks of the errors are unsatisfied.
 * @param decision [N].
 */
export function frameOutcome(
  matrix: ParityCheckMatrix,
  { frame, iterations }: Pick<FrameOutcome, "frame" | "iterations">,
  sent: Uint32Array,
  decision: Uint32Array,
): FrameOutcome {
  const errors = Uint8Array.from(sent, (symbol, n) => symbol ^ decision[n]);
  const unsatisfied = syndrome(matrix, errors).map((sum) => (sum === 0 ? 0 : 1));
  return { frame, iterations, errors, unsatisfied, a: nonzero(errors), b: nonzero(unsatisfied) };
}

function nonzero(values: Uint8Array): number {
  return values.reduce((sum, value) => sum + (value === 0 ? 0 : 1), 0);
}

/** The failed frames that end with a wrong variables and b unsatisfied checks. */
export interface TrappedFrames {
  readonly a: number;
  readonly b: number;
  readonly frames: number;
  /** Number of the first such frame. */
  readonly example: number;
}

/** A histogram of (a, b) over the failed frames, from few to many wrong variables. */
export function trappedFrames(outcomes: readonly Pick<FrameOutcome, "frame" | "a" | "b">[]): TrappedFrames[] {
  const sets = new Map<string, TrappedFrames>();
  for (const { frame, a, b } of outcomes) {
    if (a === 0) continue;
    const known = sets.get(`${a} ${b}`);
    sets.set(`${a} ${b}`, known ? { ...known, frames: known.frames + 1 } : { a, b, frames: 1, example: frame });
  }
  return [...sets.values()].sort((x, y) => x.a - y.a || x.b - y.b);
}

/** A chunk with wrong frames. */
interface WrongChunk {
  readonly chunk: number;
  /** As the run has them. */
  readonly counts: ChunkCounts;
}

/** Chunks whose sums alone the run records. */
interface SummedChunks {
  readonly first: number;
  readonly count: number;
  readonly counts: ChunkCounts;
}

/**
 * The published chunks of a point with wrong frames, in order. A run keeps the counts of a single chunk only where the point could
 * end at it; elsewhere it has the sums of a block, and a simulation finds the chunks again.
 */
function* wrongChunks(
  chunks: TaskChunks,
  { chunks: published }: Pick<PointState, "chunks">,
): Generator<WrongChunk | SummedChunks> {
  let left = published;
  for (const block of chunks.prefixBlocks()) {
    if (left <= 0) return;
    const { first, count, counts, wrong } = block;
    const end = first + Math.min(count, left);
    left -= count;
    if (wrong === undefined) {
      if (counts.frameErrors > 0) yield { first, count, counts };
      continue;
    }
    for (let i = 0; i * WRONG_NUMBERS < wrong.length; i++) {
      const chunk = wrong[i * WRONG_NUMBERS];
      if (chunk < end) yield { chunk, counts: wrongCounts(wrong, i, chunks.chunkFrames) };
    }
  }
}

/** Takes chunks whose new counts differ from the counts in the run. */
export type Disagreement = (where: SummedChunks, now: ChunkCounts) => void;

/**
 * The wrong chunks of a block, computed again at the speed of a simulation.
 * @param disagree called with the new sums if the run has other ones.
 * @param signal ends the search between two runs.
 */
async function* searched(
  block: SummedChunks,
  runner: ChunkRunner,
  batch: BatchSize,
  disagree: Disagreement,
  signal: AbortSignal,
): AsyncGenerator<WrongChunk | { readonly done: number }> {
  let sum = ZERO_COUNTS;
  for (let done = 0; done < block.count && !signal.aborted; ) {
    const count = Math.min(batch.chunks(runner.chunksMaximum), block.count - done);
    const { counts: rows, seconds } = await runner.run(block.first + done, count);
    batch.learn(count, seconds);
    for (const [i, counts] of [...rows].entries()) {
      sum = addCounts(sum, counts);
      if (counts.frameErrors > 0) yield { chunk: block.first + done + i, counts };
    }
    done += count;
    yield { done: count };
    if (done === block.count && !sameCounts(sum, block.counts)) disagree(block, sum);
  }
}
