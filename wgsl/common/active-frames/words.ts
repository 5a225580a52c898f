import type { KernelConstants, TwinCall } from "../../../src/gpu/kernel.ts";
import { part, twinOf } from "../../../src/gpu/part.ts";
import { type WordRange, wordIndexPart, wordRange } from "../word-index.ts";
import { laneDone } from "./done-lanes.ts";
import { ACTIVE, counterAt, LIST_HEAD, listPart } from "./list.ts";

export const activeWordsPart = part("common/active-frames/words", new URL("./words.wgsl", import.meta.url), [
  wordIndexPart,
  listPart,
]);

/** A lane of a word that a dispatch works on. */
export interface ActiveLane {
  readonly word: number;
  readonly lane: number;
}

/**
 * The lanes that a range of workgroups works on, and the elements: of words `firstWord` … `lastWord` − 1 the elements that are not
 * done (wgsl/common/active-frames/done-lanes.wgsl), or, with FRAME_INTERLEAVED, of the words at these slots (wgsl/common/active-frames/words.wgsl).
 * @param progress `unsatisfied`, or with FRAME_INTERLEAVED `active_list`.
 */
export function activeLanes(
  call: Pick<TwinCall, "constants" | "variant" | "parameters" | "iteration" | "range">,
  progress: ArrayLike<number>,
  elements: number,
  per: { readonly wordsPerInvocation?: number; readonly elementsPerWorkgroup?: number },
): WordRange & { readonly lanes: readonly ActiveLane[] } {
  const { constants, variant, parameters, iteration, range } = call;
  const { interleave } = twinOf<{ readonly interleave: number }>(variant, "lanes");
  const words = Math.ceil(parameters.frames / interleave);
  const part = wordRange(constants, range, elements, words, per);
  const lanes: ActiveLane[] = [];
  const listed = constants.FRAME_INTERLEAVED === 1 && constants.STOP === 1 && iteration > 0;
  const last = listed ? Math.min(part.lastWord, progress[counterAt(ACTIVE, iteration)]) : part.lastWord;
  for (let slot = part.firstWord; slot < last; slot++) {
    const word = listed ? progress[LIST_HEAD + 2 * slot] : slot;
    for (let lane = 0; lane < interleave; lane++) {
      if (!isDone(constants, slot, word, lane)) lanes.push({ word, lane });
    }
  }
  return { ...part, lanes };

  function isDone({ FRAME_INTERLEAVED, STOP }: KernelConstants, slot: number, word: number, lane: number): boolean {
    if (FRAME_INTERLEAVED !== 1) {
      return laneDone(progress, STOP, { iteration, parameters }, word * interleave + lane);
    }
    return listed && ((progress[LIST_HEAD + 2 * slot + 1] >>> ((32 / interleave) * lane)) & 1) === 1;
  }
}
