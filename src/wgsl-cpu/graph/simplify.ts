import { isConstant, isZero, type Node, type NodeMaker } from "./node.ts";
import { isPower, OPERATIONS, type Operation, type OperationName } from "./operations.ts";

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

/**
 * Simplifies an integer operation to an operand, a constant or cheaper operations. Undefined if no rule applies. The constant of a
 * commutative operation is operand b.
 */
export function simplified(graph: NodeMaker, name: OperationName, a: Node, b?: Node): Node | undefined {
  if (b === undefined) return undefined;
  if (a === b && OF_EQUAL[name] !== undefined) return graph.i32(OF_EQUAL[name]);
  if (a === b && (name === "and" || name === "or")) return a;
  if (isZero(a) && ABSORBING_LEFT.has(name)) return a;
  if (isConstant(b) && b.type === "i32") {
    const simple = withConstant(graph, name, a, b) ?? distributed(graph, name, a, b);
    if (simple !== undefined) return simple;
  }
  if (name === "lt_u" && isOneMore(b, a)) return graph.i32(1);
  if (name === "sub" && a.op === "add" && a.args[0] === b) return a.args[1];
  return name === "add" || name === "sub" ? sumOfOffsets(graph, name, a, b) : undefined;
}

function withConstant(graph: NodeMaker, name: OperationName, a: Node, b: Node): Node | undefined {
  const { value } = b;
  if (value === NEUTRAL[name]) return a;
  if (value === ABSORBING[name]) return b;
  const least = Number(a.isNotZero);
  const known = value >>> 0 < least ? OF_GREATER[name] : undefined;
  const result = known ?? (value >>> 0 <= least ? OF_NOT_LESS[name] : undefined);
  if (result !== undefined) return graph.i32(result);
  const x = a.args[0];
  const y = a.args[1];
  if (name === "sub" && a.type === "i32") return graph.operation("add", a, graph.i32(-value));
  if (name === "add" && a.op === "add" && isConstant(y)) return graph.operation("add", x, graph.i32(y.value + value));
  if (name === "shl" && a.op === "xor" && a.type === "i32") {
    return graph.operation("xor", graph.operation("shl", x, b), graph.operation("shl", y, b));
  }
  if (name === "and") {
    // Bits that a shift has cleared need no mask.
    if (a.op === "shr_u" && isConstant(y) && (~value >>> 0) % 2 ** (32 - (y.value & 31)) === 0) return a;
    if (isPower(value + 1) && a.divisor > value) return graph.i32(0);
  }
  if (!isPower(value) || (name === "mul" && constantsOf(a) !== undefined)) return undefined;
  if (name === "mul") return graph.operation("shl", a, graph.i32(Math.log2(value)));
  if (name === "div_u") return graph.operation("shr_u", a, graph.i32(Math.log2(value)));
  return name === "rem_u" ? graph.operation("and", a, graph.i32(value - 1)) : undefined;
}

/** The constant that a scalar adds to its first operand, or the constants of an "offset" node. */
const constantsOf = ({ op, type, args, lanes }: Node): readonly number[] | undefined =>
  op === "add" && type === "i32" && isConstant(args[1]) ? [args[1].value] : op === "offset" ? lanes : undefined;

/** (x + c)·b as x·b + c·b: constants are added last, where they show which addresses are consecutive. */
function distributed(graph: NodeMaker, name: OperationName, a: Node, b: Node): Node | undefined {
  const constants = constantsOf(a);
  if (constants === undefined) return undefined;
  const x = a.args[0];
  // The lowest bits of x are 0. The sum has no carry if the constants have no other bits.
  const areLow = (mask: number) => constants.every((each) => (each & mask) >= 0 && (each & mask) < x.divisor);
  const isShift = name === "shr_u" || name === "shr_s";
  const isQuotient = (name === "div_u" || name === "rem_u") && b.value % x.divisor === 0;
  const isMask = name === "and" && isPower(b.value + 1);
  // The bits of b below the divisor change the constants alone.
  const isBitwise = name === "xor" || name === "or";
  const high = isBitwise ? graph.i32(b.value & -x.divisor) : b;
  const isExact = isShift || isQuotient || isBitwise ? areLow(-1) : isMask && areLow(b.value);
  if (!isExact && name !== "mul" && name !== "shl") return undefined;
  const { fold } = OPERATIONS[name] as Operation;
  const words = constants.map((each) => Number(fold(each, isBitwise ? b.value & (x.divisor - 1) : b.value)));
  return graph.offset(graph.operation(name, x, high), words);
}

/** (x + c) ± (y + d) as (x ± y) + (c ± d), where the constants c or d differ between lanes. */
function sumOfOffsets(graph: NodeMaker, name: "add" | "sub", a: Node, b: Node): Node | undefined {
  const isOther = ({ op, type }: Node) => op !== "offset" && type === "v128";
  if ((a.op !== "offset" && b.op !== "offset") || isOther(a) || isOther(b)) return undefined;
  const [x, y] = [a, b].map((node) => (node.op === "offset" ? node.args[0] : node));
  const sign = name === "add" ? 1 : -1;
  const lanes = graph.lanes.map((lane) => (a.lanes?.[lane] ?? 0) + sign * (b.lanes?.[lane] ?? 0));
  return graph.offset(graph.operation(name, x, y), lanes);
}

/** Whether b is a + 1. The sum is assumed not to wrap: a and b count slots or words. */
function isOneMore(b: Node, a: Node): boolean {
  if (b.op === "add") return b.args[0] === a && isConstant(b.args[1]) && b.args[1].value === 1;
  const isNext = b.op === "offset" && a.op === "offset" && b.lanes!.every((lane, l) => lane === a.lanes![l]);
  return isNext && isOneMore(b.args[0], a.args[0]);
}
