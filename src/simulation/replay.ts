import { COUNTERS } from "../../wgsl/statistics/chunk-counters.ts";
import type { Code } from "../code/code.ts";
import { syndrome } from "../code/encoder.ts";
import type { ParityCheckMatrix } from "../code/parity-check-matrix.ts";
import { type DecoderProgram, inputWidth } from "../decoder/decoder-program.ts";
import { convertLlr } from "../decoder/llr.ts";
import { checkNodeRules } from "../decoder/rules.ts";
import { isModelCode } from "../decoder/shots/model.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { decodeFrames, progress } from "../engine/decode.ts";
import { chunksTouched, type Engine } from "../engine/engine.ts";
import { defaultFrames } from "../engine/frame-slots.ts";
import { growingProgram } from "../engine/growing-program.ts";
import { InputError } from "../errors.ts";
import { joined } from "../joined.ts";
import type { CodewordSource } from "../source/word-source.ts";
import { type ChunkRunner, WRONG_NUMBERS, wrongCounts } from "./chunks/chunk-block.ts";
import type { TaskChunks } from "./chunks/task-chunks.ts";
import { addCounts, type ChunkCounts, sameCounts, ZERO_COUNTS } from "./counts.ts";
import { countsOf, randomKey } from "./monte-carlo-runner.ts";
import { writeChannel } from "./program/channel-dispatches.ts";
import { monteCarloProgram } from "./program/monte-carlo.ts";
import { simulatedChannel } from "./receiver.ts";
import type { PointState } from "./stopping.ts";
import type { Task } from "./task.ts";
import { BatchSize } from "./worker.ts";

/** Consecutive frames of a task, drawn and decoded again. */
export interface ReplayedFrames {
  /** Number of the first frame in the task. */
  readonly firstFrame: number;
  readonly frames: number;
  /** [frame][N] or [frame][N][q], in the form of `Replayer.input`. */
  readonly llr: Float32Array<ArrayBuffer>;
  /** The words sent, [frame][N]. */
  readonly sent: Uint32Array;
  /** The decisions, [frame][N]. */
  readonly decisions: Uint32Array;
  /** Iterations done, [frame]. */
  readonly iterations: Uint32Array;
  /** 1 where the decision satisfies every check, or has the syndrome sent, else 0; [frame]. */
  readonly converged: Uint8Array;
  /** The counts of the frames as a simulation counts them. */
  readonly counts: ChunkCounts;
}

/** Draws and decodes frames of a task again, with LLRs and decisions. */
export interface Replayer {
  /** Form of the LLRs: bits [frame][N], or symbols [frame][N][q]. */
  readonly input: DecoderProgram["input"];
  /** Most frames of one call. */
  readonly framesMaximum: number;
  /** @param frames at most `framesMaximum`. @throws DeviceLostError if the device was lost. */
  run(firstFrame: number, frames: number): Promise<ReplayedFrames>;
  /** Releases the buffers on the device. The engine stays open. */
  release(): void;
}

/** Most LLRs that a call brings back: 64 MiB. */
const LLRS_MAXIMUM = 2 ** 24;

/**
 * Makes a replayer: a frame is a function of the task and its number, so it has the same word and noise as in the run.
 * @param code the task's code.
 * @param spec the task's decoder.
 * @throws InputError as `monteCarloProgram` and `channelAt`.
 */
export function replayer(engine: Engine, code: Code, spec: DecoderSpec, task: Task): Replayer {
  if (isModelCode(code)) {
    throw new InputError(
      `${code.name} is an error model: its shots have no word and no LLRs that could be shown; decode shots of your own by ldpc decode --shots`,
    );
  }
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
      const chunks = chunksTouched(parameters);
      const { outputs } = await slots.run(parameters, [
        { buffer: "channel_llr", elements: frames * perFrame },
        { buffer: "codeword", elements: frames * symbols },
        { buffer: "decision", elements: frames * symbols },
        { buffer: "unsatisfied", elements: frames * spec.iterations },
        { buffer: "counters", elements: chunks * COUNTERS },
      ]);
      const [llr, sent, decisions, unsatisfied, counters] = outputs;
      let counts = ZERO_COUNTS;
      for (let i = 0; i < chunks; i++) {
        counts = addCounts(counts, countsOf(counters.subarray(i * COUNTERS, (i + 1) * COUNTERS)));
      }
      return {
        firstFrame,
        frames,
        llr: llr as Float32Array<ArrayBuffer>,
        sent: sent as Uint32Array,
        decisions: decisions as Uint32Array,
        ...progress(unsatisfied, frames, spec),
        counts,
      };
    },
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
  const syndromes =
    codeword === "syndrome" ? Uint32Array.from(frames.flatMap(({ sent }) => [...syndrome(matrix, sent)])) : undefined;
  const { symbols, iterations } = await decodeFrames(engine, code, spec, converted, { syndromes });
  return frames.map((frame, i) => ({
    ...frame,
    decision: Uint32Array.from(symbols.subarray(i * columns, (i + 1) * columns)),
    iterations: iterations[i],
  }));
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
export interface FailureSearch {
  readonly chunks: TaskChunks;
  /** The published chunks. */
  readonly state: PointState;
  readonly replayer: Replayer;
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
export async function* failedFrames(search: FailureSearch): AsyncGenerator<DrawnFrame> {
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

async function* failedOfChunk(
  { chunks: { chunkFrames }, replayer, disagree, onFrames }: FailureSearch,
  { chunk, counts }: WrongChunk,
): AsyncGenerator<DrawnFrame> {
  const [first, end] = [chunk * chunkFrames, (chunk + 1) * chunkFrames];
  let sum = ZERO_COUNTS;
  for (let at = first; at < end; at += replayer.framesMaximum) {
    const frames = Math.min(replayer.framesMaximum, end - at);
    const replayed = await replayer.run(at, frames);
    sum = addCounts(sum, replayed.counts);
    onFrames(frames);
    for (const frame of drawnFrames(replayed)) if (isWrong(frame)) yield frame;
  }
  if (!sameCounts(sum, counts)) disagree({ first: chunk, count: 1, counts }, sum);
}

/** Replayed frames one by one. */
export function* drawnFrames(replayed: ReplayedFrames): Generator<DrawnFrame> {
  const { firstFrame, frames, llr, sent, decisions, iterations } = replayed;
  const [values, symbols] = [llr.length / frames, sent.length / frames];
  for (let i = 0; i < frames; i++) {
    yield {
      frame: firstFrame + i,
      llr: llr.slice(i * values, (i + 1) * values),
      sent: sent.subarray(i * symbols, (i + 1) * symbols),
      decision: decisions.subarray(i * symbols, (i + 1) * symbols),
      iterations: iterations[i],
    };
  }
}

function isWrong({ sent, decision }: DrawnFrame): boolean {
  return sent.some((symbol, n) => symbol !== decision[n]);
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
export interface WrongChunk {
  readonly chunk: number;
  /** As the run has them. */
  readonly counts: ChunkCounts;
}

/** Chunks whose sums alone the run records. */
export interface SummedChunks {
  readonly first: number;
  readonly count: number;
  readonly counts: ChunkCounts;
}

/**
 * The published chunks of a point with wrong frames, in order. A run keeps the counts of a single chunk only where the point could
 * end at it; elsewhere it has the sums of a block, and a simulation finds the chunks again.
 */
export function* wrongChunks(
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
export async function* searched(
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
