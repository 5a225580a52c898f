import { isConstant, type Node, type NodeMaker } from "./node.ts";
import { isPower, type OperationName } from "./operations.ts";

/**
 * Applies an operation to the base and the lane constants of an "offset" node: (x + [0, 1, 2, 3])·4 becomes 4x + [0, 4, 8, 12]. Undefined
 * if no rule applies.
 */
export function offsetForm(graph: NodeMaker, name: OperationName, a: Node, b?: Node): Node | undefined {
  if (b === undefined || (a.op !== "offset" && b.op !== "offset")) return undefined;
  if (name === "add" || name === "sub") return sum(graph, name, a, b);
  if (a.op !== "offset" || b.type !== "i32") return undefined;
  const { lanes = [] } = a;
  const [base] = a.args;
  if (!isConstant(b)) return undefined;
  const each = (of: (lane: number) => number) => graph.offset(graph.operation(name, base, b), lanes.map(of));
  if (name === "mul") return each((lane) => Math.imul(lane, b.value));
  if (name === "shl") return each((lane) => lane << b.value);
  const { divisor } = base;
  if (name === "and" && isPower(b.value + 1)) {
    // The result is the sum modulo a power of two, which does not depend on higher bits of the lane constants.
    const low = lanes.map((lane) => lane & b.value);
    return low.every((lane) => lane < divisor) ? graph.offset(graph.operation(name, base, b), low) : undefined;
  }
  // The rules below require that the base and the lane constants have no common bit.
  if (lanes.some((lane) => lane < 0 || lane >= divisor)) return undefined;
  if (name === "shr_u") return each((lane) => lane >>> b.value);
  if (name === "xor" || name === "or") {
    const low = b.value & (divisor - 1);
    const high = graph.operation(name, base, graph.i32(b.value & ~(divisor - 1)));
    return graph.offset(
      high,
      lanes.map((lane) => (name === "or" ? lane | low : lane ^ low)),
    );
  }
  const isWhole = b.value > 0 && b.value % divisor === 0;
  if (name === "div_u" && isWhole) return graph.operation(name, base, b);
  if (name === "rem_u" && isWhole) return each((lane) => lane);
  return undefined;
}

function sum(graph: NodeMaker, name: "add" | "sub", a: Node, b: Node): Node | undefined {
  if ([a, b].some(({ op, type }) => op !== "offset" && type === "v128")) return undefined;
  const baseOf = (node: Node) => (node.op === "offset" ? node.args[0] : node);
  const sign = name === "add" ? 1 : -1;
  const lanes = [0, 1, 2, 3].map((l) => (a.lanes?.[l] ?? 0) + sign * (b.lanes?.[l] ?? 0));
  return graph.offset(graph.operation(name, baseOf(a), baseOf(b)), lanes);
}
