import { isConstant, isZero, type Node, type NodeMaker } from "./node.ts";
import { isPower, type OperationName } from "./operations.ts";

type Constants = Readonly<Partial<Record<OperationName, number>>>;

/** Constants b for which the operation gives a, and constants b for which it gives b. WGSL defines x / 0 = x and x % 0 = 0. */
const NEUTRAL: Constants = { add: 0, shl: 0, shr_u: 0, shr_s: 0, mul: 1, div_u: 0, and: -1, or: 0, xor: 0 };
const ABSORBING: Constants = { mul: 0, rem_u: 0, and: 0, or: -1 };
/** Operations that give 0 for a left operand of 0. */
const ABSORBING_LEFT: ReadonlySet<OperationName> = new Set(["shl", "shr_u", "shr_s", "min_u"]);
/** Results of a ⊙ a, of a ⊙ b where a > b, and of a ⊙ b where a ≥ b. */
const OF_EQUAL: Constants = { xor: 0, sub: 0, ne: 0, lt_u: 0, gt_u: 0 };
const OF_GREATER: Constants = { eq: 0, le_u: 0, ne: 1, gt_u: 1 };
const OF_NOT_LESS: Constants = { lt_u: 0, ge_u: 1 };
const EXTREMES: ReadonlySet<OperationName> = new Set(["min_s", "min_u", "max_s", "max_u"]);

/**
 * Simplifies an integer operation to an operand, a constant or cheaper operations. Undefined if no rule applies. The constant of a
 * commutative operation is operand b.
 */
export function simplified(graph: NodeMaker, name: OperationName, a: Node, b?: Node): Node | undefined {
  if (b === undefined) return undefined;
  if (a === b && OF_EQUAL[name] !== undefined) return graph.i32(OF_EQUAL[name]);
  if (a === b && (name === "and" || name === "or")) return a;
  if (isZero(a) && ABSORBING_LEFT.has(name)) return a;
  if (isConstant(b) && b.type === "i32") return withConstant(graph, name, a, b);
  if (name === "lt_u" && isOneMore(b, a)) return graph.i32(1);
  if (EXTREMES.has(name) && b.op === name) {
    // min(a, min(b, c)) = min(min(a, b), c): a chain needs one register, and a tree needs several.
    return graph.operation(name, graph.operation(name, a, b.args[0]), b.args[1]);
  }
  return name === "sub" && a.op === "add" && a.args[0] === b ? a.args[1] : undefined;
}

function withConstant(graph: NodeMaker, name: OperationName, a: Node, b: Node): Node | undefined {
  const { value } = b;
  if (value === NEUTRAL[name]) return a;
  if (value === ABSORBING[name]) return b;
  const least = Number(a.isNotZero);
  const known = value >>> 0 < least ? OF_GREATER[name] : undefined;
  const result = known ?? (value >>> 0 <= least ? OF_NOT_LESS[name] : undefined);
  if (result !== undefined) return graph.i32(result);
  const each = (x: Node, y: Node) => graph.operation("add", graph.operation(name, x, b), graph.operation(name, y, b));
  const x = a.args[0];
  const y = a.args[1];
  const isSum = a.op === "add" && a.type === "i32" && isConstant(y);
  switch (name) {
    case "add":
      return a.op === "add" && isConstant(y) ? graph.operation("add", x, graph.i32(y.value + value)) : undefined;
    case "sub":
      return a.type === "v128" && a.op !== "offset" ? undefined : graph.operation("add", a, graph.i32(-value));
    case "shl":
      if (a.op === "xor" && a.type === "i32") {
        return graph.operation("xor", graph.operation("shl", x, b), graph.operation("shl", y, b));
      }
      return isSum ? each(x, y) : undefined;
    case "shr_u":
    case "shr_s": {
      // The sum has no carry if x has a power of two as a divisor that is at least 2ᵇ and more than y.
      const isSmall = isSum && y.value >= 0 && y.value < x.divisor && x.divisor >= 2 ** (value & 31);
      return isSmall ? each(x, y) : undefined;
    }
    case "mul":
      // (x + y)·b = x·b + y·b, so that an address's constant is added last.
      if (isSum) return each(x, y);
      return isPower(value) ? graph.operation("shl", a, graph.i32(Math.log2(value))) : undefined;
    case "div_u":
      return isPower(value) ? graph.operation("shr_u", a, graph.i32(Math.log2(value))) : undefined;
    case "rem_u":
      return isPower(value) ? graph.operation("and", a, graph.i32(value - 1)) : undefined;
    case "and":
      // Bits that a shift has cleared need no mask.
      if (a.op === "shr_u" && isConstant(y) && (~value >>> 0) % 2 ** (32 - (y.value & 31)) === 0) return a;
      if (!isPower(value + 1)) return undefined;
      if (isSum && x.divisor > value) return graph.operation(name, y, b);
      return a.divisor > value ? graph.i32(0) : undefined;
    default:
      return undefined;
  }
}

/** Whether b is a + 1. The sum is assumed not to wrap: a and b count slots or words. */
function isOneMore(b: Node, a: Node): boolean {
  if (b.op === "add") return b.args[0] === a && isConstant(b.args[1]) && b.args[1].value === 1;
  const isNext = b.op === "offset" && a.op === "offset" && b.lanes!.every((lane, l) => lane === a.lanes![l]);
  return isNext && isOneMore(b.args[0], a.args[0]);
}
