import type { Graph } from "../graph/graph.ts";
import { isConstant, type Node } from "../graph/node.ts";

/** Terms of a sum. The key is the depth of the outermost block that can compute the term, or CONSTANT for a constant. */
export type Terms = ReadonlyMap<number, Node>;

export const CONSTANT = -1;

/**
 * Splits an integer into terms for different blocks: (x + t)·w becomes x·w + t·w, and x·w is computed before the loop that changes t.
 * @param depthOf gives the depth of the outermost block that can compute a value.
 */
export function termsOf(graph: Graph, node: Node, depthOf: (node: Node) => number): Terms {
  const alone = (): Terms => new Map([[isConstant(node) ? CONSTANT : depthOf(node), node]]);
  if (node.type !== "i32") return alone();
  const [a, b] = node.args;
  if (node.op === "add") return sum(graph, [...termsOf(graph, a, depthOf), ...termsOf(graph, b, depthOf)]);
  if (node.op !== "mul" && !(node.op === "shl" && isConstant(b))) return alone();
  const name = node.op;
  const [of, by] = name === "mul" && depthOf(a) < depthOf(b) ? [b, a] : [a, b];
  const terms = termsOf(graph, of, depthOf);
  if (terms.size === 1) return alone();
  const least = isConstant(by) ? CONSTANT : depthOf(by);
  return sum(
    graph,
    [...terms].map(([depth, term]) => [Math.max(depth, least), graph.operation(name, term, by)]),
  );
}

/** Adds the terms of equal depth. */
function sum(graph: Graph, terms: readonly (readonly [depth: number, term: Node])[]): Terms {
  const sums = new Map<number, Node>();
  for (const [depth, term] of terms) {
    const before = sums.get(depth);
    sums.set(depth, before === undefined ? term : graph.operation("add", before, term));
  }
  return sums;
}
