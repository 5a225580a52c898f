import type { KernelConstants, TwinCall } from "./kernel.ts";
import { LIST_HEAD, listedPlace } from "./listed-place.ts";
import { GROUP } from "./range.ts";

/** Which way messages and frames are laid out: constants of the kernels. */
export type RatioLayoutConstants = Pick<KernelConstants, "FRAMES_FASTEST" | "ROWS">;

/** Nodes and words of the work items of a dispatch. */
export interface RatioItems {
  /** Of `count` nodes those of the dispatch: [first, last). */
  nodes(count: number): [first: number, last: number];
  /** Of so many words, or places of words, those of the dispatch: [first, last). */
  words(count: number): [first: number, last: number];
  readonly wordsOfRun: number;
  /** Where in an array of `count` elements a word the element of an index is. */
  element(index: number, count: number, word: number): number;
}

/** Twin of wgsl/shared/ratio-items.wgsl. */
export function ratioItems({ constants, parameters: { frames }, range }: TwinCall, framesPerWord: number): RatioItems {
  const { FRAMES_FASTEST, NODES_PER_GROUP } = constants;
  const fastest = FRAMES_FASTEST === 1;
  const wordsOfRun = Math.ceil(frames / framesPerWord);
  const cut = (from: number, to: number, size: number, count: number): [number, number] => [
    Math.min(from * size, count),
    Math.min(to * size, count),
  ];
  return {
    nodes: (count) => cut(range.from, range.to, fastest ? NODES_PER_GROUP : GROUP, count),
    words: (count) => cut(range.firstSlot, range.lastSlot, fastest ? GROUP : 1, count),
    wordsOfRun,
    element: (index, count, word) => (fastest ? index * wordsOfRun + word : word * count + index),
  };
}

/** Places of words in an iteration: those that are left, if they move. */
export interface RatioPlaces {
  readonly left: number;
  wordAt(place: number): number;
  placeBefore(place: number): number;
}

/**
 * Twin of the places of wgsl/shared/ratio-places.wgsl.
 * @param lists buffer [LIST_HEAD + 2·2·frames] (wgsl/list-frames.wgsl), its places words.
 */
export function ratioPlaces(
  lists: ArrayLike<number>,
  { STOP, FRAMES_FASTEST }: KernelConstants,
  frames: number,
  wordsOfRun: number,
  iteration: number,
): RatioPlaces {
  const base = LIST_HEAD + (iteration & 1) * 2 * frames;
  const moves = STOP === 1 && FRAMES_FASTEST === 1 && iteration > 0;
  return {
    left: moves ? lists[iteration & 1] : wordsOfRun,
    wordAt: (place) => (moves ? listedPlace(lists[base + place]) : place),
    placeBefore: (place) => (moves ? lists[base + frames + place] : place),
  };
}

/** Nodes of one degree in the decoder's order, and the array of messages in the order of such nodes. */
export interface RatioNodes {
  /** First node, and how many nodes and edges of the kind there are before. */
  readonly firstNode: number;
  readonly firstEdge: number;
  readonly degree: number;
  /** All nodes of the kind, and the largest degree among them. */
  readonly nodes: number;
  readonly slots: number;
}

/** Index of message k of node i of these nodes. Twin of own_index in wgsl/shared/ratio-places.wgsl. */
export function ownIndex(
  { FRAMES_FASTEST, ROWS }: RatioLayoutConstants,
  { firstNode, firstEdge, degree, nodes, slots }: RatioNodes,
  i: number,
  k: number,
): number {
  if (FRAMES_FASTEST === 1) return firstEdge + i * degree + k;
  return ROWS === 1 ? (firstNode + i) * slots + k : k * nodes + firstNode + i;
}

/** The nodes of a dispatch, from the constants of its kernel. */
export function nodesOfDispatch({ FIRST_NODE, FIRST_EDGE, DEGREE, NODES, SLOTS }: KernelConstants): RatioNodes {
  return { firstNode: FIRST_NODE, firstEdge: FIRST_EDGE, degree: DEGREE, nodes: NODES, slots: SLOTS };
}
