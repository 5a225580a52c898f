import type { V128 } from "../../../../src/wgsl-cpu/wasm/code.ts";
import type { FunctionBuilder, Local } from "../../../../src/wgsl-cpu/wasm/function.ts";
import { expAndComplement, logRatio } from "../../../../src/wgsl-cpu/wasm/numeric.ts";
import { binary, floats, unary, words } from "../../../../src/wgsl-cpu/wasm/simd.ts";
import { LARGEST_LLR } from "../../check-node/phi.ts";
import { simdRule } from "./check-node.ts";
import { simdMagnitude, simdSigned } from "./phi.ts";

/**
 * Joint state of edges: the probabilities of an even and of an odd number of ones, and their difference, times a common factor. The
 * difference is stored separately, as the product of the edges' differences, because subtraction would lose its digits.
 */
type Parity = readonly [even: Local<"v128">, odd: Local<"v128">, difference: Local<"v128">];

/** Ratio of the smaller to the larger of an edge's two probabilities, and the ratio's difference from 1. */
interface Edge {
  readonly ratio: V128;
  readonly rest: V128;
}

/** Least magnitude of a message, Φ of the largest. A message without information still has a sign, and signs end frames early. */
const LEAST = floats(2 * Math.exp(-LARGEST_LLR));

/**
 * Distance above the bound of outgoing magnitudes beyond which larger magnitudes add nothing. Products of larger ones would be too small
 * for normal f32 numbers.
 */
const ABOVE_BOUND = 24;

/** Number of edges after which the common factor, up to 2 for each edge, is removed. */
const EDGES_TOGETHER = 32;
const EXPONENT_BITS = 0x7f800000;
/** These bits minus the exponent bits of a power of 2 are the exponent bits of its reciprocal. */
const RECIPROCAL_BITS = 0x7f000000;

/**
 * Sum-product on f32 lanes, equal within a tolerance. Each edge takes one exponential and one logarithm instead of two of each. With z =
 * exp(−|L|), the state (even, odd) and one more edge give (even + z·odd, odd + z·even) without cancellation, and the LLR is ln(even/odd).
 * Edges are processed from the last on.
 */
export const sumProductSimd = simdRule(["BOUND_BITS"], ({ BOUND_BITS }, lanes) => {
  if (lanes.numbers !== "f32") return undefined;
  const bound = new Float32Array(Uint32Array.of(BOUND_BITS).buffer)[0];
  const largest = Math.min(LARGEST_LLR, bound + ABOVE_BOUND);
  return (f, edges, syndrome) => {
    const signs = f.vector(syndrome ?? floats(0));
    const before: (Parity | undefined)[] = [];
    let parity: Parity | undefined;
    const terms = edges.map((t, k): Edge => {
      const { power, complement } = expAndComplement(f, unary("f32x4.neg", simdMagnitude(f, t, largest)));
      const edge = { ratio: power, rest: complement };
      before.push(parity);
      if (k + 1 < edges.length) parity = joined(f, parity, edge, k + 1);
      f.set(signs, binary("v128.xor", signs, t));
      return edge;
    });
    let after: Parity | undefined;
    return (edge) => {
      const [even, odd, difference] = together(f, before[edge], after);
      if (edge > 0) after = joined(f, after, terms[edge], edges.length - edge);
      const magnitude = binary(
        "f32x4.pmin",
        floats(bound),
        binary("f32x4.pmax", logRatio(f, even, odd, difference), LEAST),
      );
      return simdSigned(magnitude, binary("v128.xor", signs, edges[edge]));
    };
  };
});

/** Adds an edge to a state. @param count number of edges including this one. */
function joined(f: FunctionBuilder, parity: Parity | undefined, { ratio, rest }: Edge, count: number): Parity {
  if (parity === undefined) return [f.vector(floats(1)), f.vector(ratio), f.vector(rest)];
  const [even, odd, difference] = parity;
  const next: Parity = [
    f.vector(binary("f32x4.add", even, binary("f32x4.mul", odd, ratio))),
    f.vector(binary("f32x4.add", odd, binary("f32x4.mul", even, ratio))),
    f.vector(binary("f32x4.mul", difference, rest)),
  ];
  if (count % EDGES_TOGETHER === 0) {
    const exponent = binary("v128.and", next[0], words(EXPONENT_BITS));
    const factor = f.vector(binary("i32x4.sub", words(RECIPROCAL_BITS), exponent));
    for (const number of next) f.set(number, binary("f32x4.mul", number, factor));
  }
  return next;
}

/** Joins the states of two groups. An empty group has an even number of ones for certain. */
function together(f: FunctionBuilder, a: Parity | undefined, b: Parity | undefined): Parity {
  if (a === undefined || b === undefined) return a ?? b ?? certain(f);
  const product = (i: number, j: number) => binary("f32x4.mul", a[i], b[j]);
  return [
    f.vector(binary("f32x4.add", product(0, 0), product(1, 1))),
    f.vector(binary("f32x4.add", product(0, 1), product(1, 0))),
    f.vector(product(2, 2)),
  ];
}

function certain(f: FunctionBuilder): Parity {
  return [f.vector(floats(1)), f.vector(floats(Math.exp(-LARGEST_LLR))), f.vector(floats(1))];
}
