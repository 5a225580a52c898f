import type { KernelConstants } from "../../../src/gpu/kernel.ts";

/** Layout of messages and frames: constants of the kernels. */
export type RatioLayoutConstants = Pick<KernelConstants, "FRAME_INTERLEAVED" | "ROWS">;

/** Nodes of one degree in the decoder's order, and the array of messages in the order of these nodes. */
export interface RatioNodes {
  /** First node, and the numbers of nodes and edges of the kind before it. */
  readonly firstNode: number;
  readonly firstEdge: number;
  readonly degree: number;
  /** Number of all nodes of the kind, and their largest degree. */
  readonly nodes: number;
  readonly slots: number;
}

/** Index of message k of node i among these nodes, as own_index in active-words.wgsl. */
export function ownIndex(
  { FRAME_INTERLEAVED, ROWS }: RatioLayoutConstants,
  { firstNode, firstEdge, degree, nodes, slots }: RatioNodes,
  i: number,
  k: number,
): number {
  if (FRAME_INTERLEAVED === 1) return firstEdge + i * degree + k;
  return ROWS === 1 ? (firstNode + i) * slots + k : k * nodes + firstNode + i;
}
