import { laneDone } from "./done-lanes.ts";
import type { KernelConstants, TwinCall } from "./kernel.ts";
import { lanesOf } from "./lanes/lanes.ts";
import { type WordItems, wordItems } from "./word-places.ts";

/** Elements of `open_words` before the first place: wgsl/list-words.wgsl. */
export const OPEN_COUNTS = 2;

/** A lane of a word that a dispatch works on. */
export interface OpenLane {
  readonly word: number;
  readonly lane: number;
}

/**
 * The lanes that a range of workgroups works on, and the elements: of words `firstWord` … `lastWord` − 1 those that are not
 * done (wgsl/shared/done-lanes.wgsl), or, with FRAMES_FASTEST, of the words at these places (wgsl/shared/open-words.wgsl).
 * @param progress `unsatisfied`, or with FRAMES_FASTEST `open_words` of list-words.
 */
export function openLanes(
  call: Pick<TwinCall, "constants" | "variant" | "parameters" | "iteration" | "range">,
  progress: ArrayLike<number>,
  elements: number,
  per: { readonly wordsPerItem?: number; readonly elementsPerGroup?: number },
): WordItems & { readonly lanes: readonly OpenLane[] } {
  const { constants, variant, parameters, iteration, range } = call;
  const { framesPerWord } = lanesOf(variant);
  const words = Math.ceil(parameters.frames / framesPerWord);
  const part = wordItems(constants, range, elements, words, per);
  const lanes: OpenLane[] = [];
  const listed = constants.FRAMES_FASTEST === 1 && constants.STOP === 1 && iteration > 0;
  const last = listed ? Math.min(part.lastWord, progress[iteration & 1]) : part.lastWord;
  for (let place = part.firstWord; place < last; place++) {
    const word = listed ? progress[OPEN_COUNTS + 2 * place] : place;
    for (let lane = 0; lane < framesPerWord; lane++) {
      if (!isDone(constants, place, word, lane)) lanes.push({ word, lane });
    }
  }
  return { ...part, lanes };

  function isDone({ FRAMES_FASTEST, STOP }: KernelConstants, place: number, word: number, lane: number): boolean {
    if (FRAMES_FASTEST !== 1) {
      return laneDone(progress, STOP, { iteration, parameters }, word * framesPerWord + lane);
    }
    return listed && ((progress[OPEN_COUNTS + 2 * place + 1] >>> ((32 / framesPerWord) * lane)) & 1) === 1;
  }
}
