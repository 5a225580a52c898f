import type { TannerGraph } from "../../../code/tanner-graph.ts";
import type { KernelConstants } from "../../../gpu/kernel.ts";

/** Layout of messages and frames: constants of the kernels. */
type RatioLayoutConstants = Pick<KernelConstants, "FRAME_INTERLEAVED" | "ROWS">;

/** Nodes of one degree in the decoder's order, and the array of messages in the order of these nodes. */
interface RatioNodes {
  /** First node, and the numbers of nodes and edges of the kind before it. */
  readonly firstNode: number;
  readonly firstEdge: number;
  readonly degree: number;
  /** Number of all nodes of the kind, and their largest degree. */
  readonly nodes: number;
  readonly slots: number;
}

/** Index of message k of node i among these nodes, as own_index in active-words.wgsl. */
function ownIndex(
  { FRAME_INTERLEAVED, ROWS }: RatioLayoutConstants,
  { firstNode, firstEdge, degree, nodes, slots }: RatioNodes,
  i: number,
  k: number,
): number {
  if (FRAME_INTERLEAVED === 1) return firstEdge + i * degree + k;
  return ROWS === 1 ? (firstNode + i) * slots + k : k * nodes + firstNode + i;
}

/** Nodes of one degree, which one dispatch updates. */
export interface DegreeNodes extends RatioNodes {
  readonly count: number;
}

export interface GraphSide {
  /** Index in the code of each node, in the decoder's order: by degree, and ascending among equal degrees. */
  readonly nodes: Uint32Array;
  readonly groups: readonly DegreeNodes[];
  /** Index of each edge in the array of messages in the order of these nodes. */
  readonly indexOf: Uint32Array;
  /** Elements of the array of messages. */
  readonly size: number;
}

export function graphSides(
  graph: TannerGraph,
  layout: RatioLayoutConstants,
): { checks: GraphSide; variables: GraphSide } {
  const { checkStart, variableStart, variableEdge } = graph;
  return {
    checks: graphSide(checkStart, (place) => place, graph.edges, layout),
    variables: graphSide(variableStart, (place) => variableEdge[place], graph.edges, layout),
  };
}

/** For each message in the order of `own`, its index in the order of `other`. */
export function addressesOf(own: GraphSide, other: GraphSide): Uint32Array {
  const addresses = new Uint32Array(own.size);
  own.indexOf.forEach((index, edge) => {
    addresses[index] = other.indexOf[edge];
  });
  return addresses;
}

/**
 * @param start of the edges of each node.
 * @param edgeAt number of the edge at a place of `start`'s order.
 */
function graphSide(
  start: Uint32Array,
  edgeAt: (place: number) => number,
  edges: number,
  layout: RatioLayoutConstants,
): GraphSide {
  const count = start.length - 1;
  const degreeOf = (node: number) => start[node + 1] - start[node];
  const nodes = Uint32Array.from({ length: count }, (_, node) => node).sort(
    (a, b) => degreeOf(a) - degreeOf(b) || a - b,
  );
  const slots = degreeOf(nodes[count - 1]);
  const groups: DegreeNodes[] = [];
  const indexOf = new Uint32Array(edges);
  let firstEdge = 0;
  for (let firstNode = 0; firstNode < count; ) {
    const degree = degreeOf(nodes[firstNode]);
    let end = firstNode;
    while (end < count && degreeOf(nodes[end]) === degree) end++;
    const group = { firstNode, firstEdge, degree, nodes: count, slots, count: end - firstNode };
    for (let i = 0; i < group.count; i++) {
      const first = start[nodes[firstNode + i]];
      for (let k = 0; k < degree; k++) indexOf[edgeAt(first + k)] = ownIndex(layout, group, i, k);
    }
    groups.push(group);
    firstEdge += group.count * degree;
    firstNode = end;
  }
  return { nodes, groups, indexOf, size: layout.FRAME_INTERLEAVED === 1 ? edges : count * slots };
}
