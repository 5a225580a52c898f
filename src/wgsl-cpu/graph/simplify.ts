import { isConstant, isZero, type Node } from "./node.ts";
import type { NodeMaker } from "./node-maker.ts";
import { isPower, type OperationName } from "./operations.ts";

/**
 * Simplifies an integer operation to an operand, a constant or cheaper operations. Undefined if no rule applies. The constant of a
 * commutative operation is operand b.
 */
export function simplified(graph: NodeMaker, name: OperationName, a: Node, b?: Node): Node | undefined {
  if (b === undefined) return undefined;
  if (a === b) {
    if (name === "xor" || name === "sub") return graph.i32(0);
    if (name === "and" || name === "or") return a;
    if (name === "ne" || name === "lt_u" || name === "gt_u") return graph.i32(0);
  }
  const known = withConstant(graph, name, a, b);
  if (known !== undefined) return known;
  if (name === "lt_u" && isOneMore(b, a)) return graph.i32(1);
  if (EXTREMES.has(name) && b.op === name) {
    // min(a, min(b, c)) = min(min(a, b), c): a chain needs one register, and a tree needs several.
    return graph.operation(name, graph.operation(name, a, b.args[0]), b.args[1]);
  }
  return name === "sub" && a.op === "add" && a.args[0] === b ? a.args[1] : undefined;
}

function withConstant(graph: NodeMaker, name: OperationName, a: Node, b: Node): Node | undefined {
  if (isZero(a) && ["shl", "shr_u", "shr_s", "min_u"].includes(name)) return a;
  if (!isConstant(b) || b.type !== "i32") return undefined;
  const { value } = b;
  switch (name) {
    case "add":
      if (value === 0) return a;
      if (a.op === "add" && isConstant(a.args[1])) {
        return graph.operation("add", a.args[0], graph.i32(a.args[1].value + value));
      }
      return undefined;
    case "sub":
      return a.type === "v128" && a.op !== "offset" ? undefined : graph.operation("add", a, graph.i32(-value));
    case "shl":
      if (a.op === "xor" && a.type === "i32") {
        const [x, y] = a.args;
        return graph.operation("xor", graph.operation("shl", x, b), graph.operation("shl", y, b));
      }
      return (value & 31) === 0 ? a : scaledSum(graph, name, a, b);
    case "shr_u":
    case "shr_s":
      return (value & 31) === 0 ? a : shiftedSum(graph, name, a, b);
    case "mul":
      if (value === 1) return a;
      if (value === 0) return b;
      if (isConstantSum(a)) return scaledSum(graph, name, a, b);
      if (isPower(value)) return graph.operation("shl", a, graph.i32(Math.log2(value)));
      return undefined;
    case "div_u":
      if (value === 0) return a;
      return isPower(value) ? graph.operation("shr_u", a, graph.i32(Math.log2(value))) : undefined;
    case "rem_u":
      if (value === 0) return b;
      return isPower(value) ? graph.operation("and", a, graph.i32(value - 1)) : undefined;
    case "and":
      if (isConstantSum(a) && isPower(value + 1) && a.args[0].divisor > value) {
        return graph.operation(name, a.args[1], b);
      }
      if (value === -1) return a;
      return value === 0 || (isPower(value + 1) && a.divisor > value) ? graph.i32(0) : undefined;
    case "or":
      return value === 0 ? a : value === -1 ? b : undefined;
    case "xor":
      return value === 0 ? a : undefined;
    case "eq":
      return value === 0 && a.isNotZero ? graph.i32(0) : undefined;
    case "ne":
    case "gt_u":
      return value === 0 && a.isNotZero ? graph.i32(1) : undefined;
    case "lt_u":
      return value === 0 || (value === 1 && a.isNotZero) ? graph.i32(0) : undefined;
    case "ge_u":
      return value === 0 || (value === 1 && a.isNotZero) ? graph.i32(1) : undefined;
    case "le_u":
      return value === 0 && a.isNotZero ? graph.i32(0) : undefined;
    default:
      return undefined;
  }
}

const EXTREMES: ReadonlySet<OperationName> = new Set(["min_s", "min_u", "max_s", "max_u"]);

const isConstantSum = ({ op, type, args }: Node) => op === "add" && type === "i32" && isConstant(args[1]);

/** (x + c)·b = x·b + c·b, so that an address's constant is added last. */
function scaledSum(graph: NodeMaker, name: "mul" | "shl", a: Node, b: Node): Node | undefined {
  if (!isConstantSum(a)) return undefined;
  const [x, c] = a.args;
  return graph.operation("add", graph.operation(name, x, b), graph.operation(name, c, b));
}

/** (x + c) >> b = (x >> b) + (c >> b) if x has a power of two as a divisor that is at least 2ᵇ and more than c: the sum has no carry. */
function shiftedSum(graph: NodeMaker, name: "shr_u" | "shr_s", a: Node, b: Node): Node | undefined {
  if (!isConstantSum(a)) return undefined;
  const [x, c] = a.args;
  const isSmall = c.value >= 0 && c.value < x.divisor && x.divisor >= 2 ** (b.value & 31);
  return isSmall ? graph.operation("add", graph.operation(name, x, b), graph.operation(name, c, b)) : undefined;
}

/** Whether b is a + 1. The sum is assumed not to wrap: a and b count slots or words. */
function isOneMore(b: Node, a: Node): boolean {
  if (b.op === "add") return b.args[0] === a && isConstant(b.args[1]) && b.args[1].value === 1;
  if (b.op !== "offset" || a.op !== "offset") return false;
  const isNext = (more: number) => b.lanes!.every((lane, l) => lane + more === a.lanes![l] + 1);
  return a.args[0] === b.args[0] ? isNext(0) : isOneMore(b.args[0], a.args[0]) && isNext(1);
}
