import { InputError } from "../../errors.ts";

/**
 * Reads the option `--polynomial`: `0x25`, `0b100101` or `37`. Bit i is the coefficient of x^i.
 * @throws InputError for any other text.
 */
export function parsePolynomial(text: string): number {
  if (!/^(0x[0-9a-f]{1,8}|0b[01]{1,32}|\d{1,10})$/i.test(text)) {
    throw new InputError(`--polynomial ${text} is no integer: give for example 0x25 for x^5 + x^2 + 1`);
  }
  return Number(text);
}

/** The terms of a polynomial over GF(2): `x^5 + x^2 + 1`. */
export function polynomialTerms(polynomial: number): string {
  const terms: string[] = [];
  for (let i = Math.floor(Math.log2(polynomial)); i >= 0; i--) {
    if ((polynomial >> i) & 1) terms.push(i === 0 ? "1" : i === 1 ? "x" : `x^${i}`);
  }
  return terms.join(" + ");
}
