import type { V128 } from "./code.ts";
import type { FunctionBuilder } from "./function.ts";
import { i32 } from "./i32.ts";
import { binary, floats, select, shift, unary, words } from "./simd.ts";

/** exp and ln of four f32 numbers, to a few units of the last place. */

export const LN2_HIGH = Math.fround(0.693359375); // so few bits that its products with exponents are exact
const LN2_LOW = Math.LN2 - LN2_HIGH;
/** Added to a number below 2^22 it leaves the nearest integer in the lowest bits. */
const ROUNDING = 1.5 * 2 ** 23;
const EXPONENT = i32(23);
/** Half the distance of two exponents. */
const HALF_EXPONENT = 1 << 22;

/** (eʳ − 1 − r)/r² for |r| ≤ ln 2/2, and (artanh s/s − 1)/s² by s² for |s| ≤ 0.2. */
export const EXP = interpolated(
  (r) => (Math.abs(r) < 1e-4 ? 0.5 + r / 6 : (Math.expm1(r) - r) / (r * r)),
  -0.347,
  0.347,
  5,
);
export const ARTANH = interpolated((s2) => (Math.atanh(Math.sqrt(s2)) / Math.sqrt(s2) - 1) / s2, 1e-9, 0.041, 4);

/** e to the power of x, −87 ≤ x ≤ 87. */
export function exp(f: FunctionBuilder, x: V128): V128 {
  const { growth, exponentBits } = expParts(f, x);
  return f.vector(scaledUp(growth, exponentBits));
}

/** e to the power of x, and its difference from 1, to the same relative accuracy. −87 ≤ x ≤ 0. */
export function expAndComplement(f: FunctionBuilder, x: V128): { readonly power: V128; readonly complement: V128 } {
  const { growth, exponent, exponentBits } = expParts(f, x);
  const power = f.vector(scaledUp(growth, exponentBits));
  const isNear = f.vector(binary("f32x4.eq", exponent, floats(0)));
  const rest = binary("f32x4.sub", floats(1), power);
  return { power, complement: f.vector(select(unary("f32x4.neg", growth), rest, isNear)) };
}

/** eʳ − 1, |r| ≤ ln 2/2, and k of eˣ = 2ᵏ·eʳ: as a number, and in the bits of an f32 exponent. */
function expParts(f: FunctionBuilder, x: V128): Readonly<Record<"growth" | "exponent" | "exponentBits", V128>> {
  const argument = f.vector(x);
  const rounded = f.vector(binary("f32x4.add", binary("f32x4.mul", argument, floats(Math.LOG2E)), floats(ROUNDING)));
  const exponent = f.vector(binary("f32x4.sub", rounded, floats(ROUNDING)));
  const r = f.vector(binary("f32x4.sub", argument, binary("f32x4.mul", exponent, floats(LN2_HIGH))));
  f.set(r, binary("f32x4.sub", r, binary("f32x4.mul", exponent, floats(LN2_LOW))));
  const rest = binary("f32x4.mul", binary("f32x4.mul", r, r), polynomial(EXP, r));
  return {
    growth: f.vector(binary("f32x4.add", rest, r)),
    exponent,
    exponentBits: shift("i32x4.shl", rounded, EXPONENT),
  };
}

/** 1 + growth, times a power of 2. */
function scaledUp(growth: V128, exponentBits: V128): V128 {
  return binary("i32x4.add", binary("f32x4.add", growth, floats(1)), exponentBits);
}

/**
 * The natural logarithm of a quotient of normal numbers above 0, with one division: k·ln 2 + 2 artanh((a − 2ᵏb)/(a + 2ᵏb)), where k is the
 * difference of their logarithms to the base 2 as their bits have it.
 * @param difference a − b, if it is known more exactly than by subtraction; used where k is 0.
 */
export function logRatio(f: FunctionBuilder, above: V128, below: V128, difference: V128): V128 {
  const a = f.vector(above);
  const b = f.vector(below);
  const distance = binary("i32x4.add", binary("i32x4.sub", a, b), words(HALF_EXPONENT));
  const k = f.vector(shift("i32x4.shr_s", distance, EXPONENT));
  const scaled = f.vector(binary("i32x4.add", b, shift("i32x4.shl", k, EXPONENT)));
  const isNear = binary("i32x4.eq", k, words(0));
  const numerator = select(difference, binary("f32x4.sub", a, scaled), f.vector(isNear));
  const s = f.vector(binary("f32x4.div", numerator, binary("f32x4.add", a, scaled)));
  const square = f.vector(binary("f32x4.mul", s, s));
  const series = binary("f32x4.mul", square, polynomial(ARTANH, square));
  const doubled = f.vector(binary("f32x4.add", s, s));
  const small = binary("f32x4.add", doubled, binary("f32x4.mul", doubled, series));
  const large = binary("f32x4.mul", unary("f32x4.convert_i32x4_s", k), floats(Math.LN2));
  return f.vector(binary("f32x4.add", large, small));
}

/** By Horner's rule. @param coefficients constant term first. */
function polynomial(coefficients: readonly number[], x: V128): V128 {
  return coefficients
    .toReversed()
    .map((coefficient): V128 => floats(coefficient))
    .reduce((sum, coefficient) => binary("f32x4.add", binary("f32x4.mul", sum, x), coefficient));
}

/** Coefficients of the polynomial with `terms` terms that equals a function at the Chebyshev points of an interval. */
export function interpolated(of: (x: number) => number, from: number, to: number, terms: number): number[] {
  const points = Array.from(
    { length: terms },
    (_, i) => (from + to) / 2 + ((to - from) / 2) * Math.cos((Math.PI * (i + 0.5)) / terms),
  );
  // Newton's divided differences, then multiplied out.
  const differences = points.map(of);
  for (let order = 1; order < terms; order++) {
    for (let i = terms - 1; i >= order; i--) {
      differences[i] = (differences[i] - differences[i - 1]) / (points[i] - points[i - order]);
    }
  }
  const coefficients = new Array<number>(terms).fill(0);
  for (let i = terms - 1; i >= 0; i--) {
    for (let k = terms - 1; k > 0; k--) coefficients[k] = coefficients[k - 1] - points[i] * coefficients[k];
    coefficients[0] = differences[i] - points[i] * coefficients[0];
  }
  return coefficients;
}
