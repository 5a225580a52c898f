import type { KernelConstants, TwinCall } from "../../../src/gpu/kernel.ts";
import { part } from "../../../src/gpu/part.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { ACTIVE, counterAt, entrySlot, LIST_HEAD, listRows } from "../../common/active-frames/list.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

export const invocationsPart = part("reproductions/ratio/invocations", new URL("./invocations.wgsl", import.meta.url), [
  workgroupSlotPart,
]);

/** Which way messages and frames are laid out: constants of the kernels. */
export type RatioLayoutConstants = Pick<KernelConstants, "FRAME_INTERLEAVED" | "ROWS">;

/** Nodes and words of the invocations of a dispatch. */
export interface RatioInvocations {
  /** The dispatch's share of `count` nodes: [first, last). */
  nodes(count: number): [first: number, last: number];
  /** The dispatch's share of `count` words, or slots of words: [first, last). */
  words(count: number): [first: number, last: number];
  readonly wordsOfRun: number;
  /** Where in an array of `count` elements a word the element of an index is. */
  element(index: number, count: number, word: number): number;
}

/** Twin of wgsl/reproductions/ratio/invocations.wgsl. */
export function ratioInvocations(
  { constants, parameters: { frames }, range }: TwinCall,
  interleave: number,
): RatioInvocations {
  const { FRAME_INTERLEAVED, NODES_PER_WORKGROUP } = constants;
  const fastest = FRAME_INTERLEAVED === 1;
  const wordsOfRun = Math.ceil(frames / interleave);
  const cut = (from: number, to: number, size: number, count: number): [number, number] => [
    Math.min(from * size, count),
    Math.min(to * size, count),
  ];
  return {
    nodes: (count) => cut(range.from, range.to, fastest ? NODES_PER_WORKGROUP : WORKGROUP_SIZE, count),
    words: (count) => cut(range.firstSlot, range.lastSlot, fastest ? WORKGROUP_SIZE : 1, count),
    wordsOfRun,
    element: (index, count, word) => (fastest ? index * wordsOfRun + word : word * count + index),
  };
}

/** Places of words in an iteration: of the active words, if they move. */
export interface RatioSlots {
  readonly active: number;
  wordAt(slot: number): number;
  slotBefore(slot: number): number;
}

/**
 * Twin of the places of wgsl/reproductions/ratio/active-words.wgsl.
 * @param list buffer `active_list` (wgsl/common/active-frames/list.wgsl), its slots words.
 */
export function ratioSlots(
  list: ArrayLike<number>,
  constants: KernelConstants,
  frames: number,
  wordsOfRun: number,
  iteration: number,
): RatioSlots {
  const { STOP, FRAME_INTERLEAVED } = constants;
  const base = LIST_HEAD + (iteration & 1) * listRows(constants).count * frames;
  const compacts = STOP === 1 && FRAME_INTERLEAVED === 1 && iteration > 0;
  return {
    active: compacts ? list[counterAt(ACTIVE, iteration)] : wordsOfRun,
    wordAt: (slot) => (compacts ? entrySlot(list[base + slot]) : slot),
    slotBefore: (slot) => (compacts ? list[base + frames + slot] : slot),
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

/** Index of message k of node i of these nodes. Twin of own_index in wgsl/reproductions/ratio/active-words.wgsl. */
export function ownIndex(
  { FRAME_INTERLEAVED, ROWS }: RatioLayoutConstants,
  { firstNode, firstEdge, degree, nodes, slots }: RatioNodes,
  i: number,
  k: number,
): number {
  if (FRAME_INTERLEAVED === 1) return firstEdge + i * degree + k;
  return ROWS === 1 ? (firstNode + i) * slots + k : k * nodes + firstNode + i;
}

/** The layout of a dispatch, from the constants of its kernel. */
export function layoutOfDispatch({ FRAME_INTERLEAVED, ROWS }: KernelConstants): RatioLayoutConstants {
  return { FRAME_INTERLEAVED, ROWS };
}

/** The nodes of a dispatch, from the constants of its kernel. */
export function nodesOfDispatch({ FIRST_NODE, FIRST_EDGE, DEGREE, NODES, SLOTS }: KernelConstants): RatioNodes {
  return { firstNode: FIRST_NODE, firstEdge: FIRST_EDGE, degree: DEGREE, nodes: NODES, slots: SLOTS };
}
