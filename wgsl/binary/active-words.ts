import type { KernelConstants, TwinCall } from "../../src/gpu/kernel.ts";
import { part } from "../../src/gpu/part.ts";
import { laneDone } from "../common/active-frames/done-lanes.ts";
import { type WordRange, wordIndexPart, wordRange } from "../common/word-index.ts";
import { lanesOf } from "./formats/lanes.ts";

export const activeWordsPart = part("binary/active-words", new URL("./active-words.wgsl", import.meta.url), [
  wordIndexPart,
]);

/** Elements of `active_words` before the first slot: wgsl/binary/compact.wgsl. */
export const ACTIVE_COUNTS = 2;

/** A lane of a word that a dispatch works on. */
export interface ActiveLane {
  readonly word: number;
  readonly lane: number;
}

/**
 * The lanes that a range of workgroups works on, and the elements: of words `firstWord` … `lastWord` − 1 those that are not
 * done (wgsl/common/active-frames/done-lanes.wgsl), or, with FRAME_INTERLEAVED, of the words at these slots (wgsl/binary/active-words.wgsl).
 * @param progress `unsatisfied`, or with FRAME_INTERLEAVED `active_words` of list-words.
 */
export function activeLanes(
  call: Pick<TwinCall, "constants" | "variant" | "parameters" | "iteration" | "range">,
  progress: ArrayLike<number>,
  elements: number,
  per: { readonly wordsPerInvocation?: number; readonly elementsPerWorkgroup?: number },
): WordRange & { readonly lanes: readonly ActiveLane[] } {
  const { constants, variant, parameters, iteration, range } = call;
  const { interleave } = lanesOf(variant);
  const words = Math.ceil(parameters.frames / interleave);
  const part = wordRange(constants, range, elements, words, per);
  const lanes: ActiveLane[] = [];
  const listed = constants.FRAME_INTERLEAVED === 1 && constants.STOP === 1 && iteration > 0;
  const last = listed ? Math.min(part.lastWord, progress[iteration & 1]) : part.lastWord;
  for (let slot = part.firstWord; slot < last; slot++) {
    const word = listed ? progress[ACTIVE_COUNTS + 2 * slot] : slot;
    for (let lane = 0; lane < interleave; lane++) {
      if (!isDone(constants, slot, word, lane)) lanes.push({ word, lane });
    }
  }
  return { ...part, lanes };

  function isDone({ FRAME_INTERLEAVED, STOP }: KernelConstants, slot: number, word: number, lane: number): boolean {
    if (FRAME_INTERLEAVED !== 1) {
      return laneDone(progress, STOP, { iteration, parameters }, word * interleave + lane);
    }
    return listed && ((progress[ACTIVE_COUNTS + 2 * slot + 1] >>> ((32 / interleave) * lane)) & 1) === 1;
  }
}
