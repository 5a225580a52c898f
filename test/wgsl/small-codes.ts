import { galoisField } from "../../src/galois/field.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";

/** Small codes for programs whose kernels are compiled or compared: a code without its matrix, matrices by field, and reconciliation blocks. */
export const code = { name: "random", description: "", source: "" };
export const octal = randomMatrix(galoisField(8), [4, 4, 3], 6, 1);
export const quaternary = randomMatrix(galoisField(4), [4, 4, 3], 6, 1);
export const binary = randomMatrix(galoisField(2), [3, 2, 3], 4, 1);
export const blocks = {
  code: { ...code, matrix: binary },
  punctured: 1,
  shortened: 0,
  seed: 1,
  hashBits: 32,
  salt: new Uint8Array(16),
};
/** Blocks of Gaussian values. */
export const values = {
  ...blocks,
  code: { ...code, matrix: randomMatrix(galoisField(2), [4, 3, 4], 8, 1) },
  punctured: 0,
};
