import type { Graph } from "../graph/graph.ts";
import { isConstant, type Node } from "../graph/node.ts";

/** Terms of a sum. The key is the depth of the outermost block that can compute the term, CONSTANT, or LANES for a vector. */
type Terms = Map<number, Node>;

export const CONSTANT = -1;
export const LANES = Number.POSITIVE_INFINITY;

/**
 * Splits an integer or a vector of integers into terms for different blocks: (x + t)·w becomes x·w + t·w, and x·w is computed before the
 * loop that changes t. (splat(a) + v)·b becomes the scalar a·b and the vector v·b.
 * @param depthOf gives the depth of the outermost block that can compute a scalar.
 */
export function termsOf(graph: Graph, node: Node, depthOf: (node: Node) => number): Terms {
  const { op, args } = node;
  if (isSplat(node)) return termsOf(graph, args[0], depthOf);
  if (op === "add") return sum(graph, termsOf(graph, args[0], depthOf), termsOf(graph, args[1], depthOf));
  const scaled = op === "mul" || op === "shl" ? scaledTerms(graph, node, op, depthOf) : undefined;
  return scaled ?? new Map([[keyOf(node, depthOf), node]]);
}

const isSplat = ({ op, args }: Node): boolean => op === "splat" && args[0].type === "i32";

function keyOf(part: Node, depthOf: (node: Node) => number): number {
  if (isConstant(part)) return CONSTANT;
  return part.type === "v128" ? LANES : depthOf(part);
}

/** The terms of a product or shift; undefined if it is one term. */
function scaledTerms(
  graph: Graph,
  { type, args: [a, b] }: Node,
  name: "mul" | "shl",
  depthOf: (node: Node) => number,
): Terms | undefined {
  const isShift = name === "shl";
  if (isShift && !isConstant(b) && (type !== "v128" || b.type !== "i32")) return undefined;
  const factors = [a, b].map((factor) => (isSplat(factor) ? factor.args[0] : factor));
  const isInOrder = isShift || keyOf(factors[0], depthOf) >= keyOf(factors[1], depthOf);
  const [of, by] = isInOrder ? factors : factors.toReversed();
  const terms = termsOf(graph, of, depthOf);
  if (terms.size === 1 || by.type === "v128") return undefined;
  const key = keyOf(by, depthOf);
  const scaled = [...terms].map(([each, term]) => [Math.max(each, key), graph.operation(name, term, by)] as const);
  return sum(graph, new Map(), scaled);
}

/** Adds terms to the terms of equal keys. */
function sum(graph: Graph, sums: Terms, terms: Iterable<readonly [key: number, term: Node]>): Terms {
  for (const [key, term] of terms) {
    const before = sums.get(key);
    sums.set(key, before === undefined ? term : graph.operation("add", before, term));
  }
  return sums;
}
