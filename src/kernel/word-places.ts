import type { KernelConstants, WorkgroupRange } from "./kernel.ts";
import { GROUP, items } from "./range.ts";

/** Variables that a workgroup turns around at once between [frame][variable] and [variable][word]. */
export const TURNED_VARIABLES = 32;

/** Workgroup memory of kernels that turn around a tile of them: wgsl/shared/turned-tile.wgsl. */
export function turnedTileBytes({ FRAMES_FASTEST }: KernelConstants): number {
  return FRAMES_FASTEST === 1 ? 4 * TURNED_VARIABLES * (GROUP + 1) : 0;
}

/** Where element x of a word stands in a buffer of so many elements for each word: twin of wgsl/shared/word-places.wgsl. */
export type WordPlace = (word: number, x: number, elements: number) => number;

/** @param words of the run. */
export function wordPlace({ FRAMES_FASTEST }: KernelConstants, words: number): WordPlace {
  return FRAMES_FASTEST === 1 ? (word, x) => x * words + word : (word, x, elements) => word * elements + x;
}

/** Elements of a word of messages: themselves, and beside them what was counted (wgsl/shared/check-update.wgsl). */
export function messageElements({ MESSAGES, COUNT_FLIPS }: KernelConstants): number {
  return MESSAGES * (1 + COUNT_FLIPS);
}

/** What a range of workgroups works on: elements [first, last) of words [firstWord, lastWord). */
export interface WordItems {
  readonly first: number;
  readonly last: number;
  readonly firstWord: number;
  readonly lastWord: number;
}

/**
 * The items of a range of workgroups of a kernel over elements and words: GROUP elements of `wordsPerItem` words each, or,
 * with FRAMES_FASTEST, `elementsPerGroup` elements of GROUP words.
 */
export function wordItems(
  { FRAMES_FASTEST }: KernelConstants,
  range: WorkgroupRange,
  elements: number,
  words: number,
  { wordsPerItem = 1, elementsPerGroup = 1 } = {},
): WordItems {
  const fastest = FRAMES_FASTEST === 1;
  const [first, last] = items(range, fastest ? elementsPerGroup : GROUP, elements);
  const wordsPerGroup = fastest ? GROUP : wordsPerItem;
  return {
    first,
    last,
    firstWord: Math.min(range.firstSlot * wordsPerGroup, words),
    lastWord: Math.min(range.lastSlot * wordsPerGroup, words),
  };
}
