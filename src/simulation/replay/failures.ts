import { BatchSize } from "../batch.ts";
import type { ChunkRunner } from "../chunks/chunk.ts";
import type { TaskChunks } from "../chunks/task-chunks.ts";
import { addCounts, sameCounts, ZERO_COUNTS } from "../counts.ts";
import type { PointState } from "../stopping/point-state.ts";
import type { ReplayedFrames, Replayer } from "./replayer.ts";
import { type Disagreement, searched, type WrongChunk, wrongChunks } from "./wrong-chunks.ts";

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
