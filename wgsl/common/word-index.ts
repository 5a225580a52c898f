import type { KernelConstants, WorkgroupRange } from "../../src/gpu/kernel.ts";
import { part } from "../../src/gpu/part.ts";
import { items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

export const wordIndexPart = part("common/word-index", new URL("./word-index.wgsl", import.meta.url));

/** Variables that a workgroup transposes at once between [frame][variable] and [variable][word]. */
export const TILE_VARIABLES = 32;

/** Workgroup memory of kernels that transpose a tile: wgsl/binary/transposed-tile.wgsl. */
export function transposedTileBytes({ FRAME_INTERLEAVED }: KernelConstants): number {
  return FRAME_INTERLEAVED === 1 ? 4 * TILE_VARIABLES * (WORKGROUP_SIZE + 1) : 0;
}

/**
 * Index of element x of a word in a buffer with `elements` elements for each word: twin of wgsl/common/word-index.wgsl.
 */
export type WordIndex = (word: number, x: number, elements: number) => number;

/** @param words of the run. */
export function wordIndex({ FRAME_INTERLEAVED }: KernelConstants, words: number): WordIndex {
  return FRAME_INTERLEAVED === 1 ? (word, x) => x * words + word : (word, x, elements) => word * elements + x;
}

/** Elements of a word of messages: the messages, and the counts beside them (wgsl/binary/check-node/update.wgsl). */
export function messageElements({ MESSAGES, COUNT_FLIPS }: KernelConstants): number {
  return MESSAGES * (1 + COUNT_FLIPS);
}

/** What a range of workgroups works on: elements [first, last) of words [firstWord, lastWord). */
export interface WordRange {
  readonly first: number;
  readonly last: number;
  readonly firstWord: number;
  readonly lastWord: number;
}

/**
 * The items of a range of workgroups of a kernel over elements and words: WORKGROUP_SIZE elements of `wordsPerInvocation` words each, or,
 * with FRAME_INTERLEAVED, `elementsPerWorkgroup` elements of WORKGROUP_SIZE words.
 */
export function wordRange(
  { FRAME_INTERLEAVED }: KernelConstants,
  range: WorkgroupRange,
  elements: number,
  words: number,
  { wordsPerInvocation = 1, elementsPerWorkgroup = 1 } = {},
): WordRange {
  const fastest = FRAME_INTERLEAVED === 1;
  const [first, last] = items(range, fastest ? elementsPerWorkgroup : WORKGROUP_SIZE, elements);
  const wordsPerGroup = fastest ? WORKGROUP_SIZE : wordsPerInvocation;
  return {
    first,
    last,
    firstWord: Math.min(range.firstSlot * wordsPerGroup, words),
    lastWord: Math.min(range.lastSlot * wordsPerGroup, words),
  };
}
