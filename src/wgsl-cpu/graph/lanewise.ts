import { isConstant, type Node, type NodeMaker } from "./node.ts";

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
 * (x >> (s + l)) & c without a shift for each lane. The operand c is a constant, and l is a constant that differs between lanes. The mask
 * c << l selects the bits of x >> s in each lane, and later operations move them to bit 0. Undefined for operands of another form.
 */
export function bitsByLane(graph: NodeMaker, name: "and" | "or", node: Node, mask: Node): Node | undefined {
  if (name !== "and" || node.op !== "shr_u" || !isConstant(mask)) return undefined;
  const [x, { op, args }] = node.args;
  if (op !== "add" || args[0].op !== "splat" || args[1].op !== "words") return undefined;
  const [[shift], lanes] = [args[0].args, args[1].lanes!];
  const most = Math.max(...lanes);
  const isInWord = shift.op === "and" && isConstant(shift.args[1]) && shift.args[1].value === 31;
  if (!isInWord || most >= shift.divisor || mask.value < 0 || mask.value * 2 ** most >= 2 ** 32) return undefined;
  const bits = graph.words(lanes.map((lane) => mask.value << lane));
  const found = graph.operation("and", bits, graph.operation("shr_u", x, shift));
  if (mask.value === 1) return graph.operation("and", graph.operation("eq", found, bits), mask);
  return graph.operation(
    "shr_u",
    graph.operation("mul", found, graph.words(lanes.map((lane) => 2 ** (most - lane)))),
    graph.i32(most),
  );
}
