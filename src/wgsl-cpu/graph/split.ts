import type { Graph } from "./graph.ts";
import type { Node } from "./node.ts";

/** A vector of integers as the sum of a scalar and a vector. A missing part is zero. */
interface Split {
  readonly scalar?: Node;
  readonly vector?: Node;
}

/** Splits a sum, or the product of a sum and a scalar: (splat(a) + v)·b is the scalar a·b plus the vector v·b. */
export function splitSum(graph: Graph, node: Node): Split {
  if (node.type === "i32") return { scalar: node };
  const [a, b] = node.args;
  if (node.op === "splat") return a.type === "i32" ? { scalar: a } : { vector: node };
  if (node.op === "offset") return { scalar: a, vector: graph.words(node.lanes!) };
  if (node.op === "add") return sumOf(graph, splitSum(graph, a), splitSum(graph, b));
  if (node.op === "shl" && b.type === "i32") return productOf(graph, "shl", splitSum(graph, a), b) ?? { vector: node };
  if (node.op !== "mul") return { vector: node };
  const [left, right] = [splitSum(graph, a), splitSum(graph, b)];
  const product =
    left.vector === undefined
      ? productOf(graph, "mul", right, left.scalar!)
      : right.vector === undefined
        ? productOf(graph, "mul", left, right.scalar!)
        : undefined;
  return product ?? { vector: node };
}

function sumOf(graph: Graph, a: Split, b: Split): Split {
  const sum = (x?: Node, y?: Node) => (x === undefined || y === undefined ? (x ?? y) : graph.operation("add", x, y));
  return { scalar: sum(a.scalar, b.scalar), vector: sum(a.vector, b.vector) };
}

function productOf(graph: Graph, name: "mul" | "shl", { scalar, vector }: Split, by: Node): Split | undefined {
  if (scalar === undefined) return undefined;
  return {
    scalar: graph.operation(name, scalar, by),
    vector: vector === undefined ? undefined : graph.operation(name, vector, by),
  };
}
