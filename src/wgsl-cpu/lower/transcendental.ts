import { interpolated } from "../../wasm/numeric.ts";
import type { Graph } from "../graph/graph.ts";
import type { Node } from "../graph/node.ts";

/** exp, ln and tanh of f32 scalars and vectors, with errors of a few units in the last place. */

const LN2_HIGH = Math.fround(0.693359375); // so few bits that its products with exponents are exact
const LN2_LOW = Math.LN2 - LN2_HIGH;
/** The sum of this constant and a number of magnitude below 2^22 has the nearest integer in its lowest bits. */
const ROUNDING = 1.5 * 2 ** 23;
/** Range of the arguments for which exp is a normal number. */
const EXP_RANGE = [-87.3, 88.7] as const;
/** Half the difference between the bits of consecutive powers of two. */
const HALF_EXPONENT = 1 << 22;
const ONE_BITS = 0x3f800000;
/** Magnitude below which tanh is computed by a polynomial. */
const TANH_NEAR = 0.625;
const TANH_LARGEST = 9;

/** Polynomials for (eʳ − 1 − r)/r² for |r| ≤ ln 2/2, (artanh s/s − 1)/s² by s² for |s| ≤ 0.2, and (tanh x/x − 1)/x² by x². */
const EXP = interpolated((r) => (Math.abs(r) < 1e-4 ? 0.5 + r / 6 : (Math.expm1(r) - r) / (r * r)), -0.347, 0.347, 5);
const ARTANH = interpolated((s2) => (Math.atanh(Math.sqrt(s2)) / Math.sqrt(s2) - 1) / s2, 1e-9, 0.041, 4);
const TANH = interpolated((x2) => (Math.tanh(Math.sqrt(x2)) / Math.sqrt(x2) - 1) / x2, 1e-9, TANH_NEAR ** 2, 5);

/** eˣ, with x clamped to EXP_RANGE. */
export function exp(graph: Graph, given: Node): Node {
  const f = operations(graph);
  const x = f.min(f.max(given, f.number(EXP_RANGE[0])), f.number(EXP_RANGE[1]));
  const rounded = f.add(f.mul(x, f.number(Math.LOG2E)), f.number(ROUNDING));
  const exponent = f.sub(rounded, f.number(ROUNDING));
  const high = f.sub(x, f.mul(exponent, f.number(LN2_HIGH)));
  const r = f.sub(high, f.mul(exponent, f.number(LN2_LOW)));
  const growth = f.add(f.mul(f.mul(r, r), polynomial(graph, EXP, r)), r);
  const power = graph.operation("bits_of", f.add(growth, f.number(1)));
  const shifted = graph.operation("shl", graph.operation("bits_of", rounded), graph.i32(23));
  return graph.operation("float_of", graph.operation("add", power, shifted));
}

/** The natural logarithm of a normal number above 0: k·ln 2 + 2 artanh((a − 2ᵏ)/(a + 2ᵏ)) where 2ᵏ is the power of two nearest to a. */
export function log(graph: Graph, a: Node): Node {
  const f = operations(graph);
  const distance = graph.operation("sub", graph.operation("bits_of", a), graph.i32(ONE_BITS - HALF_EXPONENT));
  const k = graph.operation("shr_s", distance, graph.i32(23));
  const powerBits = graph.operation("add", graph.operation("shl", k, graph.i32(23)), graph.i32(ONE_BITS));
  const power = graph.operation("float_of", powerBits);
  const s = f.div(f.sub(a, power), f.add(a, power));
  const square = f.mul(s, s);
  const doubled = f.add(s, s);
  const small = f.add(doubled, f.mul(doubled, f.mul(square, polynomial(graph, ARTANH, square))));
  return f.add(f.mul(graph.operation("to_f32_s", k), f.number(Math.LN2)), small);
}

/** tanh x by a polynomial near 0, else by 1 − 2/(e²ˣ + 1). */
export function tanh(graph: Graph, x: Node): Node {
  const f = operations(graph);
  const magnitude = graph.operation("fabs", x);
  const square = f.mul(x, x);
  const near = f.add(x, f.mul(x, f.mul(square, polynomial(graph, TANH, square))));
  const bounded = f.min(magnitude, f.number(TANH_LARGEST));
  const power = exp(graph, f.add(bounded, bounded));
  const far = f.sub(f.number(1), f.div(f.number(2), f.add(power, f.number(1))));
  const signed = graph.select(graph.operation("flt", x, f.number(0)), graph.operation("fneg", far), far);
  return graph.select(graph.operation("flt", magnitude, f.number(TANH_NEAR)), near, signed);
}

function operations(graph: Graph) {
  return {
    number: (value: number) => graph.f32(value),
    add: (a: Node, b: Node) => graph.operation("fadd", a, b),
    sub: (a: Node, b: Node) => graph.operation("fsub", a, b),
    mul: (a: Node, b: Node) => graph.operation("fmul", a, b),
    div: (a: Node, b: Node) => graph.operation("fdiv", a, b),
    min: (a: Node, b: Node) => graph.operation("fmin", a, b),
    max: (a: Node, b: Node) => graph.operation("fmax", a, b),
  };
}

/** Evaluates a polynomial by Horner's rule. @param coefficients the coefficients, the constant term first. */
function polynomial(graph: Graph, coefficients: readonly number[], x: Node): Node {
  const f = operations(graph);
  return coefficients
    .toReversed()
    .map((coefficient) => f.number(coefficient))
    .reduce((sum, coefficient) => f.add(f.mul(sum, x), coefficient));
}
