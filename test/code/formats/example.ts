import { type BaseMatrix, expand } from "../../../src/code/base-matrix.ts";
import type { Code } from "../../../src/code/code.ts";
import { denseMatrix, shiftMatrix } from "../binary-matrix.ts";

/** H = [[1, α, 0], [0, 1, α²]] over GF(4): α = 2, α² = 3. */
export const exampleMatrix = denseMatrix(4, "1 2 0", "0 1 3");

export const exampleCode = { name: "tiny", description: "", source: "by hand", matrix: exampleMatrix };

/** The matrix over GF(2) with the same nonzero positions. */
export const binaryExample = { ...exampleCode, matrix: denseMatrix(2, "1 1 0", "0 1 1") };

const lines = (...all: string[]): string => `${all.join("\n")}\n`;

/** The example in every text format, written by hand from the descriptions of the layouts. */
export const exampleTexts = {
  "binary-alist": lines("3 2", "2 2", "1 2 1", "2 2", "1 0", "1 2", "2 0", "1 2", "2 3"),
  "qary-alist": lines("3 2 4", "2 2", "1 2 1", "2 2", "1 1 0 0", "1 2 2 1", "2 3 0 0", "1 1 2 2", "2 1 3 3"),
  kn: lines("3 2 4", "2 2", "1 2 1", "2 2", "1 0", "1 1 2 0", "2 2", "1 0 2 1", "2 0 3 2"),
  "kn-short": lines("3 2 4", "1 2 1", "2 2", "1 0 2 1", "2 0 3 2"),
  ubs: lines("3 2 4", "1 2 1", "2 2", "0 1", "1 2", "1 2", "1 3"),
  beidou: lines("3 2 4", "1 2 1", "2 2", "0 1", "1 2", "1 2", "1 3"),
} as const;

export type TextFormat = keyof typeof exampleTexts;

/** The text with one line replaced, counted from 1, or deleted if the replacement is null. */
export function withLine(text: string, line: number, replacement: string | null): string {
  const all = text.split("\n");
  all.splice(line - 1, 1, ...(replacement === null ? [] : [replacement]));
  return all.join("\n");
}

/** A code that every format can hold: quasi-cyclic, over GF(2). */
export const quasiCyclic: Code & { readonly base: BaseMatrix } = codeOfBase(shiftMatrix(3, "1 2 0 -", "- 0 2 1"));

function codeOfBase(base: BaseMatrix) {
  return { name: "qc", description: "", source: "", base, matrix: expand(base) };
}
