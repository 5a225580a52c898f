import type { TannerGraph } from "./tanner-graph.ts";

/** The shortest cycles of a Tanner graph. */
export interface ShortestCycles {
  /** Length of the shortest cycle in edges (4, 6, 8, …); null if the graph has no cycle. */
  readonly girth: number | null;
  /** How many cycles have that length, each counted once; 0 without cycles. */
  readonly count: number;
}

/**
 * Girth and exact number of shortest cycles. From every variable node v a breadth-first search over the variables
 * after v looks for nodes that two paths reach at the same depth d: with girth 2d those paths share only their ends,
 * so a node reached t times closes t(t − 1)/2 cycles, and each cycle is found once, from its first variable. No search
 * goes deeper than half the shortest cycle so far.
 */
export function shortestCycles(graph: TannerGraph): ShortestCycles {
  const { checks, variables, checkStart, edgeVariable, variableStart, variableEdge, edgeCheck } = graph;
  const removed = withoutCycles(graph);
  // Nodes: variables 0 … N − 1, check m is N + m. A node is seen in this search if its stamp is the root's.
  const nodes = variables + checks;
  const stamp = new Int32Array(nodes).fill(-1);
  const depth = new Int32Array(nodes);
  const paths = new Int32Array(nodes);
  const parent = new Int32Array(nodes);
  const queue = new Int32Array(nodes);
  let halfGirth = Number.POSITIVE_INFINITY;
  let count = 0;

  for (let root = 0; root < variables; root++) {
    if (removed[root]) continue;
    stamp[root] = root;
    depth[root] = 0;
    parent[root] = -1;
    queue[0] = root;
    let tail = 1;
    for (let head = 0; head < tail && depth[queue[head]] < halfGirth; head++) {
      const node = queue[head];
      const isCheck = node >= variables;
      const first = isCheck ? checkStart[node - variables] : variableStart[node];
      const end = isCheck ? checkStart[node - variables + 1] : variableStart[node + 1];
      for (let e = first; e < end; e++) {
        const next = isCheck ? edgeVariable[e] : variables + edgeCheck[variableEdge[e]];
        if (next === parent[node] || removed[next] || next < root) continue;
        if (stamp[next] !== root) {
          stamp[next] = root;
          depth[next] = depth[node] + 1;
          paths[next] = 1;
          parent[next] = node;
          queue[tail++] = next;
        } else if (depth[next] === depth[node] + 1) {
          if (depth[next] < halfGirth) {
            halfGirth = depth[next];
            count = 0;
          }
          // The t-th path closes a cycle with each of the t − 1 before it.
          count += paths[next]++;
        }
      }
    }
  }
  return count === 0 ? { girth: null, count } : { girth: 2 * halfGirth, count };
}

/** Marks the nodes that lie on no cycle because peeling off nodes of degree one, again and again, removes them. */
function withoutCycles(graph: TannerGraph): Uint8Array {
  const { checks, variables, checkStart, edgeVariable, variableStart, variableEdge, edgeCheck } = graph;
  const degree = new Int32Array(variables + checks);
  for (let n = 0; n < variables; n++) degree[n] = variableStart[n + 1] - variableStart[n];
  for (let m = 0; m < checks; m++) degree[variables + m] = checkStart[m + 1] - checkStart[m];
  const removed = new Uint8Array(variables + checks);
  const leaves: number[] = [];
  degree.forEach((d, node) => {
    if (d <= 1) leaves.push(node);
  });
  for (let node = leaves.pop(); node !== undefined; node = leaves.pop()) {
    removed[node] = 1;
    const isCheck = node >= variables;
    const first = isCheck ? checkStart[node - variables] : variableStart[node];
    const end = isCheck ? checkStart[node - variables + 1] : variableStart[node + 1];
    for (let e = first; e < end; e++) {
      const next = isCheck ? edgeVariable[e] : variables + edgeCheck[variableEdge[e]];
      if (!removed[next] && --degree[next] === 1) leaves.push(next);
    }
  }
  return removed;
}
