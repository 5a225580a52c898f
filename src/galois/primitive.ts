import { InputError } from "../errors.ts";

/** The usual primitive polynomials of GF(2) … GF(256), bit i the coefficient of x^i (Lin and Costello, Table 2.7). */
const DEFAULT_POLYNOMIALS: Readonly<Record<number, number>> = {
  2: 0x3,
  4: 0x7,
  8: 0xb,
  16: 0x13,
  32: 0x25,
  64: 0x43,
  128: 0x89,
  256: 0x11d,
};

/**
 * The usual primitive polynomial of GF(q).
 * @param q field size: 2, 4, 8, … 256.
 * @returns bit i is the coefficient of x^i.
 * @throws InputError if q is not one of 2, 4, 8, … 256.
 * @example
 * defaultPolynomial(256); // → 0x11d
 */
export function defaultPolynomial(q: number): number {
  const polynomial = DEFAULT_POLYNOMIALS[q];
  if (polynomial === undefined) {
    throw new InputError(`field size ${q} is not supported: q must be a power of two from 2 to 256`);
  }
  return polynomial;
}

/** Whether a polynomial over GF(2) is no product of polynomials of smaller degree, and not x, modulo which x is 0. */
export function isIrreducible(polynomial: number): boolean {
  if (polynomial % 2 === 0) return false;
  const degree = Math.floor(Math.log2(polynomial));
  for (let divisor = 2; divisor < 2 ** (Math.floor(degree / 2) + 1); divisor++) {
    let rest = polynomial;
    for (let shift = degree; shift >= 0; shift--) {
      if (Math.floor(Math.log2(rest)) === Math.floor(Math.log2(divisor)) + shift) rest ^= divisor << shift;
      if (rest === 0) return false;
    }
  }
  return true;
}

/**
 * All primitive polynomials of degree p over GF(2), ascending.
 * @param p degree, the bits of an element: 1 … 8 for the fields of this package.
 * @returns bit i of a number is the coefficient of x^i.
 * @example
 * primitivePolynomials(3); // → [0b1011, 0b1101]
 */
export function primitivePolynomials(p: number): number[] {
  const q = 2 ** p;
  const isPrimitive = (polynomial: number) => {
    // GF(2): x reduces to 1 modulo x + 1. The powers of x come back to 1 after q − 1 of them and not before.
    let power = p === 1 ? 1 : 2;
    for (let t = 1; t < q; t++) {
      if (power === 1) return t === q - 1;
      power <<= 1;
      if (power >= q) power ^= polynomial;
    }
    return false;
  };
  return Array.from({ length: q / 2 }, (_, i) => q + 1 + 2 * i).filter(isPrimitive);
}
