import { greatestCommonDivisor } from "../greatest-common-divisor.ts";
import { finish, type Steps } from "./steps.ts";
import type { TannerGraph } from "./tanner-graph.ts";

/**
 * The shortest cycles of a Tanner graph.
 * @example
 * const { girth, count }: ShortestCycles = shortestCycles(tannerGraph(code.matrix));
 */
export interface ShortestCycles {
  /** Length of the shortest cycle in edges (4, 6, 8, …); null if the graph has no cycle. */
  readonly girth: number | null;
  /** Number of cycles of that length, each counted once; 0 without cycles. */
  readonly count: number;
}

/**
 * Girth and exact number of shortest cycles. From every variable node v a breadth-first search over the variables
 * after v looks for nodes that two paths reach at the same depth d: with girth 2d the two paths share only their ends,
 * so a node reached t times closes t(t − 1)/2 cycles, and each cycle is found once, from its first variable. No search
 * goes deeper than half the shortest cycle so far.
 *
 * If the graph consists of circulants, all variables of a block column lie on the same number of cycles. One search for
 * each block column over all variables then suffices, and finds a cycle from each of its d variables.
 * @param graph as `tannerGraph` makes it.
 * @param liftingSize of circulants that the graph may consist of; the function checks whether it does. Without it each size is tried, so that
 * a file without blocks is searched as fast.
 * @example
 * const { girth } = shortestCycles(tannerGraph(code.matrix));
 * girth! >= 4; // → true
 */
export function shortestCycles(graph: TannerGraph, liftingSize = 1): ShortestCycles {
  return finish(shortestCyclesSteps(graph, liftingSize));
}

/** `shortestCycles` in steps of a few searches. */
export function* shortestCyclesSteps(graph: TannerGraph, liftingSize = 1): Steps<ShortestCycles> {
  const period = circulantSize(graph, liftingSize);
  const neighbours = neighboursOf(graph);
  const { nodes: size, start, neighbour } = neighbours;
  /**
   * Stamp, depth, paths and parent of each node, side by side: a large graph's nodes are read in no order, and a node then costs one line of
   * memory. A node is seen in this search if its stamp is the root's, and in no search if that is REMOVED.
   */
  const nodes = new Int32Array(4 * size);
  withoutCycles(neighbours).forEach((isRemoved, node) => {
    nodes[4 * node + STAMP] = isRemoved === 1 ? REMOVED : -1;
  });
  const queue = new Int32Array(size);
  let halfGirth = Number.POSITIVE_INFINITY;
  let count = 0;
  /** Counts the cycles through a variable. @param first the first variable that they may have. */
  const search = (root: number, first: number): void => {
    if (nodes[4 * root + STAMP] === REMOVED) return;
    nodes[4 * root + STAMP] = root;
    nodes[4 * root + DEPTH] = 0;
    nodes[4 * root + PARENT] = -1;
    queue[0] = root;
    let tail = 1;
    for (let head = 0; head < tail; head++) {
      const node = queue[head];
      const depth = nodes[4 * node + DEPTH] + 1;
      if (depth > halfGirth) return;
      const parent = nodes[4 * node + PARENT];
      for (let i = start[node]; i < start[node + 1]; i++) {
        const next = neighbour[i];
        if (next === parent || next < first) continue;
        const at = 4 * next;
        const stamp = nodes[at + STAMP];
        if (stamp === REMOVED) continue;
        if (stamp !== root) {
          nodes[at + STAMP] = root;
          nodes[at + DEPTH] = depth;
          nodes[at + PATHS] = 1;
          nodes[at + PARENT] = node;
          queue[tail++] = next;
        } else if (nodes[at + DEPTH] === depth) {
          if (depth < halfGirth) [halfGirth, count] = [depth, 0];
          // The t-th path closes a cycle with each of the t − 1 before it.
          count += nodes[at + PATHS]++;
        }
      }
    }
  };
  for (let root = 0; root < graph.variables; root += period) {
    search(root, period > 1 ? 0 : root);
    if (root % ROOTS_A_STEP === 0) yield root / graph.variables;
  }
  if (count === 0) return { girth: null, count };
  return { girth: 2 * halfGirth, count: period > 1 ? (count * period) / halfGirth : count };
}

/** Places of a node's numbers. */
const [STAMP, DEPTH, PATHS, PARENT] = [0, 1, 2, 3];
/** Stamp of nodes on no cycle. */
const REMOVED = -2;

/** Searches between two looks at the clock. */
const ROOTS_A_STEP = 8;

type Neighbours = ReturnType<typeof neighboursOf>;

/**
 * Neighbours of the graph's nodes. Variables are the nodes 0 … N − 1, and check m is the node N + m. A node's neighbours are
 * `neighbour[start[node]]` … `neighbour[start[node + 1] − 1]`, in the order of its edges.
 */
function neighboursOf(graph: TannerGraph) {
  const { variables, checks, edges, checkStart, edgeVariable, variableStart, variableEdge, edgeCheck } = graph;
  const start = new Uint32Array(variables + checks + 1);
  start.set(variableStart);
  for (let m = 0; m < checks; m++) start[variables + m + 1] = edges + checkStart[m + 1];
  const neighbour = new Uint32Array(2 * edges);
  for (let i = 0; i < edges; i++) neighbour[i] = variables + edgeCheck[variableEdge[i]];
  neighbour.set(edgeVariable, edges);
  return { nodes: variables + checks, start, neighbour };
}

/** The cycles of one length. */
export interface CycleCount {
  /** Edges of a cycle. */
  readonly length: number;
  /** Number of cycles without repeated nodes. */
  readonly cycles: number;
  /** Least ACE of these cycles, Σ (degree − 2) over a cycle's variables: the edges to other checks if no check has two of its variables. */
  readonly ace: number;
}

/**
 * Number and least ACE of the cycles of each length up to the longest: the ACE spectrum (D. Vukobratović and V. Šenk 2008). Every path from a
 * variable over variables after it that can still close in time is followed; of circulants, the paths from one variable of each block column.
 * Time grows by a factor of (dv − 1)(dc − 1) for each two edges.
 * @param longest even length in edges.
 */
export function* cycleCountsSteps(graph: TannerGraph, longest: number, liftingSize = 1): Steps<CycleCount[]> {
  const { variables } = graph;
  const { nodes, start, neighbour } = neighboursOf(graph);
  const period = circulantSize(graph, liftingSize);
  const counts = new Float64Array(longest + 1);
  const least = new Float64Array(longest + 1).fill(Number.POSITIVE_INFINITY);
  const isOnPath = new Uint8Array(nodes);
  const distance = new Int32Array(nodes);
  /** Degree − 2 of a variable, 0 of a check. */
  const extrinsic = (node: number) => (node < variables ? start[node + 1] - start[node] - 2 : 0);
  for (let root = 0; root < variables; root += period) {
    const first = period > 1 ? 0 : root;
    // Distances from the root, to leave paths that cannot come back in time.
    distance.fill(longest);
    distance[root] = 0;
    let level = [root];
    for (let depth = 1; 2 * depth <= longest && level.length > 0; depth++) {
      const next: number[] = [];
      for (const node of level) {
        for (let i = start[node]; i < start[node + 1]; i++) {
          const other = neighbour[i];
          if (distance[other] <= depth || other < first) continue;
          distance[other] = depth;
          next.push(other);
        }
      }
      level = next;
    }
    const follow = (node: number, length: number, ace: number): void => {
      isOnPath[node] = 1;
      for (let i = start[node]; i < start[node + 1]; i++) {
        const other = neighbour[i];
        if (other === root && length > 1) {
          counts[length + 1] += period > 1 ? period / (length + 1) : 0.5;
          least[length + 1] = Math.min(least[length + 1], ace);
        }
        if (isOnPath[other] === 1 || other < first || length + 1 + distance[other] > longest) continue;
        follow(other, length + 1, ace + extrinsic(other));
      }
      isOnPath[node] = 0;
    };
    follow(root, 0, extrinsic(root));
    if (root % ROOTS_A_STEP === 0) yield root / variables;
  }
  return [...counts.keys()]
    .filter((length) => counts[length] > 0)
    .map((length) => ({ length, cycles: Math.round(counts[length]), ace: least[length] }));
}

/** The size of the circulants that the graph consists of: the given one, or the largest; 1 if there is none. */
export function circulantSize(graph: TannerGraph, given: number): number {
  const touchedBy = new Int32Array(graph.variables);
  const most = greatestCommonDivisor(graph.checks, graph.variables);
  // Of a wrong size a few checks are enough to see it.
  const isSize = (size: number) => most % size === 0 && consistsOfCirculants(graph, size, touchedBy.fill(-1));
  if (given > 1) return isSize(given) ? given : 1;
  for (let parts = 1; parts * SIZE_LEAST <= most; parts++)
    if (most % parts === 0 && isSize(most / parts)) return most / parts;
  return 1;
}

/** Smaller circulants are not looked for: each size costs a look at the graph. */
const SIZE_LEAST = 16;

/** Whether the next variable of each block column touches the next checks of the same block rows. */
function consistsOfCirculants(
  { checks, checkStart, edgeVariable }: TannerGraph,
  size: number,
  touchedBy: Int32Array,
): boolean {
  const next = (node: number) => ((node + 1) % size === 0 ? node + 1 - size : node + 1);
  for (let check = 0; check < checks; check++) {
    const other = next(check);
    if (checkStart[check + 1] - checkStart[check] !== checkStart[other + 1] - checkStart[other]) return false;
    for (let e = checkStart[other]; e < checkStart[other + 1]; e++) touchedBy[edgeVariable[e]] = check;
    for (let e = checkStart[check]; e < checkStart[check + 1]; e++) {
      if (touchedBy[next(edgeVariable[e])] !== check) return false;
    }
  }
  return true;
}

/** Marks the nodes that lie on no cycle because peeling off nodes of degree one, again and again, removes them. */
function withoutCycles({ nodes, start, neighbour }: Neighbours): Uint8Array {
  const degree = new Int32Array(nodes);
  const removed = new Uint8Array(nodes);
  const leaves: number[] = [];
  for (let node = 0; node < nodes; node++) {
    degree[node] = start[node + 1] - start[node];
    if (degree[node] <= 1) leaves.push(node);
  }
  for (let node = leaves.pop(); node !== undefined; node = leaves.pop()) {
    removed[node] = 1;
    for (let i = start[node]; i < start[node + 1]; i++) {
      if (!removed[neighbour[i]] && --degree[neighbour[i]] === 1) leaves.push(neighbour[i]);
    }
  }
  return removed;
}
