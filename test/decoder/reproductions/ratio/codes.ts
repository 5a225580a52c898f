import type { ParityCheckMatrix } from "../../../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../../../src/galois/field.ts";
import { randomMatrix } from "../../random-matrix.ts";

/** A regular and an irregular graph with few degrees (each compiles a kernel). One check has a single variable. */
export function ratioMatrices(): Readonly<Record<string, ParityCheckMatrix>> {
  const field = galoisField(2);
  return {
    regular: randomMatrix(field, new Array(20).fill(6), 40, 11),
    irregular: randomMatrix(field, [3, 7, 3, 7, 1, 7, 3, 3], 14, 4),
  };
}

export const BITS_OPTIONS = ["10", "8", "32"] as const;
export const LAYOUTS = ["frames", "two-arrays", "columns", "rows"] as const;
