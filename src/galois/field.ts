import { InputError } from "../errors.ts";
import { defaultPolynomial, isIrreducible } from "./primitive.ts";

/**
 * The finite field GF(q), q = 2^p, p = 1 … 8. Elements are integers 0 … q − 1, bit i the coefficient of x^i, so that
 * addition is exclusive or. Multiplication goes through logarithms to the base α, a generator of the nonzero elements: x if the polynomial
 * is primitive, else the least one (GF(2): 1).
 * @example
 * const { p, q, polynomial }: GaloisField = galoisField(32);
 * [p, q, polynomial]; // → [5, 32, 0x25]
 */
export interface GaloisField {
  /** Bits of an element, 1 … 8: log2 q. */
  readonly p: number;
  /** Number of elements: 2, 4, 8, … 256. */
  readonly q: number;
  /** Irreducible polynomial of the elements, mostly a primitive one, bit i the coefficient of x^i: 0x25 is x⁵ + x² + 1. */
  readonly polynomial: number;
  /** `exp[i]` = α^i for 0 ≤ i < 2(q − 1): twice the period, so that `exp[log[a] + log[b]]` needs no modulo. */
  readonly exp: Uint8Array;
  /** `log[a]` with α^log[a] = a, for a = 1 … q − 1. `log[0]` is 0 and means nothing. */
  readonly log: Uint8Array;
}

/**
 * Makes the tables of GF(q).
 * @param q field size: 2, 4, 8, … 256.
 * @param polynomial irreducible polynomial of degree log2 q; the primitive one of `defaultPolynomial` if left out.
 * @throws InputError if q is not such a power of two, or the polynomial has another degree or is a product.
 * @example
 * const field = galoisField(8, 0b1011);
 * field.exp[3]; // → 3
 */
export function galoisField(q: number, polynomial = defaultPolynomial(q)): GaloisField {
  // Refuses an impossible q first: a polynomial given by the caller would hide the mistake.
  const example = defaultPolynomial(q);
  const p = Math.log2(q);
  if (polynomial < q || polynomial >= 2 * q || !Number.isInteger(polynomial)) {
    throw new InputError(
      `polynomial ${hex(polynomial)} does not have degree ${p}: GF(${q}) needs one from ${hex(q + 1)} to ${hex(2 * q - 1)}, for example ${hex(example)}`,
    );
  }
  if (!isIrreducible(polynomial)) {
    throw new InputError(
      `polynomial ${hex(polynomial)} is a product over GF(2) and makes no field: is it that of the file? For GF(${q}) the usual one is ${hex(example)}`,
    );
  }
  for (let generator = q === 2 ? 1 : 2; ; generator++) {
    const field = tables(p, polynomial, generator);
    if (field !== undefined) return field;
  }
}

/** The tables of powers and logarithms of a generator; undefined if its powers do not reach every nonzero element. */
function tables(p: number, polynomial: number, generator: number): GaloisField | undefined {
  const q = 2 ** p;
  const exp = new Uint8Array(2 * (q - 1));
  const log = new Uint8Array(q);
  let power = 1;
  for (let i = 0; i < q - 1; i++) {
    if (i > 0 && power === 1) return undefined;
    exp[i] = power;
    exp[i + q - 1] = power;
    log[power] = i;
    power = product(power, generator, polynomial);
  }
  return { p, q, polynomial, exp, log };
}

/** a·b modulo the polynomial, by shifts and additions. */
function product(a: number, b: number, polynomial: number): number {
  const top = 2 ** Math.floor(Math.log2(polynomial));
  let sum = 0;
  for (let bit = top >> 1; bit > 0; bit >>= 1) {
    sum <<= 1;
    if (sum & top) sum ^= polynomial;
    if (b & bit) sum ^= a;
  }
  return sum;
}

/**
 * Product a·b in the field.
 * @param field as `galoisField` makes it.
 * @param a an element, 0 … q − 1; it is not checked.
 * @param b likewise.
 * @example
 * multiply(galoisField(4), 2, 3); // → 1
 */
export function multiply(field: GaloisField, a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : field.exp[field.log[a] + field.log[b]];
}

/** Quotient a/b in the field. @throws InputError if b is 0. */
export function divide(field: GaloisField, a: number, b: number): number {
  if (b === 0) throw new InputError(`division of ${a} by zero in GF(${field.q})`);
  return a === 0 ? 0 : field.exp[field.log[a] - field.log[b] + field.q - 1];
}

/** Multiplicative inverse of a. @throws InputError if a is 0. */
export function inverse(field: GaloisField, a: number): number {
  return divide(field, 1, a);
}

/** α^exponent, for any integer exponent. */
export function powerOfAlpha(field: GaloisField, exponent: number): number {
  const period = field.q - 1;
  return field.exp[((exponent % period) + period) % period];
}

/** A polynomial as messages and command lines write it. */
export function hex(polynomial: number): string {
  return Number.isInteger(polynomial) ? `0x${polynomial.toString(16).toUpperCase()}` : String(polynomial);
}
