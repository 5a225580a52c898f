import { isConstant, type Node, type NodeMaker } from "./node.ts";
import { isPower } from "./operations.ts";

/** ⌊a/d⌋ as (a·⌈2ᵖ/d⌉) >> p with a 64-bit product. Undefined if no 32-bit factor ⌈2ᵖ/d⌉ gives the quotient for all a. */
export function quotientBy(graph: NodeMaker, a: Node, d: number): Node | undefined {
  for (let p = 32; p < 64; p++) {
    const [power, divisor] = [2n ** BigInt(p), BigInt(d)];
    const factor = (power + divisor - 1n) / divisor;
    if (factor >= 2n ** 32n) return undefined;
    if (factor * divisor - power > 2n ** BigInt(p - 32)) continue;
    return graph.operation("shr_u", graph.highWords(a, graph.i32(Number(factor))), graph.i32(p - 32));
  }
  return undefined;
}

/**
 * (x >> (s + l)) & c without a shift for each lane, and (x >> (s + l) >> t) & c. The operand c is a constant, l is a constant that differs
 * between lanes, and t is a constant. The mask c << (l + t) selects the bits of x >> s in each lane, and later operations move them to bit 0.
 * Undefined for operands of another form.
 */
export function bitsByLane(graph: NodeMaker, name: "and" | "or", node: Node, mask: Node): Node | undefined {
  if (name !== "and" || node.op !== "shr_u" || !isConstant(mask)) return undefined;
  const [inner, count] = node.args;
  const isTwice = isConstant(count) && inner.op === "shr_u";
  const [x, { op, args }] = (isTwice ? inner : node).args;
  if (op !== "add" || args[0].op !== "splat" || args[1].op !== "words") return undefined;
  const [shift] = args[0].args;
  const lanes = args[1].lanes!.map((lane) => lane + (isTwice ? count.value : 0));
  const most = Math.max(...lanes);
  const isInWord = shift.op === "and" && isConstant(shift.args[1]) && shift.args[1].value === 31;
  if (!isInWord || most >= shift.divisor || mask.value < 0 || mask.value * 2 ** most >= 2 ** 32) return undefined;
  const bits = graph.words(lanes.map((lane) => mask.value << lane));
  if (isPower(mask.value) && most + Math.log2(mask.value) < shift.divisor) {
    // No lane's bit is moved out of the word. The shift of the mask is often outside of a loop that reads x.
    const moved = graph.operation("shl", bits, shift);
    return graph.operation("and", graph.operation("eq", graph.operation("and", x, moved), moved), mask);
  }
  const found = graph.operation("and", bits, graph.operation("shr_u", x, shift));
  return graph.operation(
    "shr_u",
    graph.operation("mul", found, graph.words(lanes.map((lane) => 2 ** (most - lane)))),
    graph.i32(most),
  );
}
