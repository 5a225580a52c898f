import { galoisField, multiply } from "../galois/field.ts";
import { type Entry, type ParityCheckMatrix, parityCheckMatrix, rowEntries } from "./parity-check-matrix.ts";

/**
 * The binary image of H over GF(2^p): p·M checks of the p·N bits of a word, least significant bit first. Row p·m + i holds bit i of check
 * m; in column p·n + j stands bit i of h·x^j.
 */
export function binaryImage(matrix: ParityCheckMatrix): ParityCheckMatrix {
  const { field, rows, columns } = matrix;
  const { p } = field;
  const bits = Array.from({ length: rows * p }, (): Entry[] => []);
  for (let m = 0; m < rows; m++) {
    for (const [n, h] of rowEntries(matrix, m)) {
      for (let j = 0; j < p; j++) {
        const product = multiply(field, h, 1 << j);
        for (let i = 0; i < p; i++) if ((product >> i) & 1) bits[p * m + i].push([p * n + j, 1]);
      }
    }
  }
  return parityCheckMatrix(galoisField(2), columns * p, bits);
}
