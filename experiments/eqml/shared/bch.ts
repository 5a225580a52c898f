import type { Code } from "../../../src/code/code.ts";
import { parityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../../src/galois/field.ts";

/** The generator polynomial of the BCH code (63,45), bit i the coefficient of x^i: octal 1701317 (Lin and Costello, appendix C). */
const GENERATOR = 0o1701317;
const [N, K] = [63, 45];

/** The BCH code (63,45) that corrects three errors; each row of H is the reversed check polynomial, shifted. */
export function bch6345(): Code {
  const check = checkPolynomial();
  const rows = Array.from({ length: N - K }, (_, shift) =>
    [...check].flatMap((bit, i) => (bit === "1" ? [[shift + i, 1] as const] : [])),
  );
  return {
    name: "bch-63-45",
    description: "primitive narrow-sense BCH code that corrects three errors",
    source: "Lin and Costello, Error Control Coding, appendix C",
    matrix: parityCheckMatrix(galoisField(2), N, rows),
  };
}

/** (x^63 + 1) / g(x), highest coefficient first. */
function checkPolynomial(): string {
  let rest = (1n << BigInt(N)) | 1n;
  let quotient = 0n;
  for (let degree = K; degree >= 0; degree--) {
    if (((rest >> BigInt(degree + N - K)) & 1n) === 0n) continue;
    rest ^= BigInt(GENERATOR) << BigInt(degree);
    quotient |= 1n << BigInt(degree);
  }
  if (rest !== 0n) throw new Error("the generator does not divide x^63 + 1");
  return quotient.toString(2);
}
