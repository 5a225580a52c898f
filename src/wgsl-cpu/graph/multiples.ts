import { isConstant, type Node } from "./node.ts";
import type { NodeMaker } from "./node-maker.ts";

/** Shift from a word's index to its address. */
const WORD_SHIFT = 2;

/**
 * Rewrites a sum or product of addresses to a + k·b with a constant k. Rows with different k share the nodes a and b, so a row costs one
 * product and one sum. Undefined if no rule applies.
 */
export function multipleForm(graph: NodeMaker, name: "add" | "mul" | "shl", a: Node, b: Node): Node | undefined {
  if (a.type !== "i32" || b.type !== "i32") return undefined;
  if (name === "add") return sumForm(graph, a, b) ?? sumForm(graph, b, a);
  if (isConstant(b)) return byConstant(graph, name, a, b);
  return name === "mul" ? (productForm(graph, a, b) ?? productForm(graph, b, a)) : undefined;
}

/** (x + k·y) + base = (x + base) + k·y. */
function sumForm(graph: NodeMaker, sum: Node, other: Node): Node | undefined {
  const terms = multipleSum(sum);
  if (terms === undefined || !isFixed(other)) return undefined;
  return graph.operation("add", graph.operation("add", terms.rest, other), terms.multiple);
}

function byConstant(graph: NodeMaker, name: "mul" | "shl", a: Node, b: Node): Node | undefined {
  const terms = multipleSum(a);
  if (terms !== undefined) {
    return graph.operation("add", graph.operation(name, terms.rest, b), graph.operation(name, terms.multiple, b));
  }
  const factor = name === "shl" ? (b.value < 31 ? 2 ** b.value : undefined) : b.value;
  if (factor === undefined) return undefined;
  if (isMultiple(a)) return graph.operation("mul", a.args[0], graph.i32(Math.imul(factorOf(a), factor)));
  if (a.op !== "mul" || name === "mul" || b.value !== WORD_SHIFT) return undefined;
  const fixed = a.args.findIndex(isFixed);
  return fixed < 0 ? undefined : graph.operation("mul", a.args[1 - fixed], graph.operation(name, a.args[fixed], b));
}

/** (x + k·y)·z = x·z + (y·z)·k. */
function productForm(graph: NodeMaker, a: Node, z: Node): Node | undefined {
  if (isMultiple(a)) {
    return graph.operation("mul", graph.operation("mul", a.args[0], z), graph.i32(factorOf(a)));
  }
  const terms = multipleSum(a);
  if (terms === undefined) return undefined;
  return graph.operation("add", graph.operation("mul", terms.rest, z), graph.operation("mul", terms.multiple, z));
}

/** The terms of a sum if one term is a multiple and the other term is not constant. */
function multipleSum({ op, args }: Node): { readonly rest: Node; readonly multiple: Node } | undefined {
  if (op !== "add") return undefined;
  const [x, y] = args;
  if (isMultiple(y) && !isConstant(x)) return { rest: x, multiple: y };
  return isMultiple(x) && !isConstant(y) ? { rest: y, multiple: x } : undefined;
}

/** The value and the factor of a product by constants; undefined for another value. */
export function multipleOf(node: Node): { readonly of: Node; readonly factor: number } | undefined {
  if (!isProduct(node)) return undefined;
  const inner = multipleOf(node.args[0]) ?? { of: node.args[0], factor: 1 };
  return { of: inner.of, factor: inner.factor * factorOf(node) };
}

/** Whether a value is k·x with a constant k and a value x that is not fixed. */
function isMultiple({ op, type, args }: Node): boolean {
  if (type !== "i32" || (op !== "mul" && op !== "shl") || !isConstant(args[1]) || isFixed(args[0])) return false;
  return op === "mul" || args[1].value < 31;
}

const isProduct = ({ op, type, args }: Node): boolean =>
  type === "i32" &&
  (op === "mul" || op === "shl") &&
  isConstant(args[1]) &&
  args[1].value >= 0 &&
  (op === "mul" || args[1].value < 31);

const factorOf = ({ op, args: [, b] }: Node): number => (op === "shl" ? 2 ** b.value : b.value);

/** Whether a value is a word of the call's descriptor, such as a buffer's address or a field of `run`. */
const isFixed = ({ op, args }: Node): boolean => op === "load" && args[0].op === "parameter";
