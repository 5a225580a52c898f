import type { Graph } from "../graph/graph.ts";
import { isConstant, type Node } from "../graph/node.ts";

/** Terms of a sum. The key is the depth of the outermost block that can compute the term, CONSTANT, or LANES for a vector. */
export type Terms = ReadonlyMap<number, Node>;

export const CONSTANT = -1;
export const LANES = Number.POSITIVE_INFINITY;

/**
 * Splits an integer or a vector of integers into terms for different blocks: (x + t)·w becomes x·w + t·w, and x·w is computed before the
 * loop that changes t. (splat(a) + v)·b becomes the scalar a·b and the vector v·b.
 * @param depthOf gives the depth of the outermost block that can compute a scalar.
 */
export function termsOf(graph: Graph, node: Node, depthOf: (node: Node) => number): Terms {
  const inner = (part: Node) => termsOf(graph, part, depthOf);
  const keyOf = (part: Node) => (isConstant(part) ? CONSTANT : part.type === "v128" ? LANES : depthOf(part));
  const [a, b] = node.args;
  if (isSplat(node)) return inner(a);
  if (node.op === "offset") return sum(graph, [...inner(a), [LANES, graph.words(node.lanes!)]]);
  if (node.op === "add") return sum(graph, [...inner(a), ...inner(b)]);
  const alone: Terms = new Map([[keyOf(node), node]]);
  const isShift = node.op === "shl" && (isConstant(b) || (node.type === "v128" && b.type === "i32"));
  if (node.op !== "mul" && !isShift) return alone;
  const name = isShift ? "shl" : "mul";
  const factors = [a, b].map((factor) => (isSplat(factor) ? factor.args[0] : factor));
  const [of, by] = isShift || keyOf(factors[0]) >= keyOf(factors[1]) ? factors : factors.toReversed();
  const terms = inner(of);
  if (terms.size === 1 || by.type === "v128") return alone;
  return sum(
    graph,
    [...terms].map(([key, term]) => [Math.max(key, keyOf(by)), graph.operation(name, term, by)]),
  );
}

const isSplat = ({ op, args }: Node): boolean => op === "splat" && args[0].type === "i32";

/** Adds the terms of equal keys. */
function sum(graph: Graph, terms: readonly (readonly [key: number, term: Node])[]): Terms {
  const sums = new Map<number, Node>();
  for (const [key, term] of terms) {
    const before = sums.get(key);
    sums.set(key, before === undefined ? term : graph.operation("add", before, term));
  }
  return sums;
}
