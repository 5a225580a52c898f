import { InputError } from "../../errors.ts";
import type { Code } from "../code.ts";
import { Echelon } from "../elimination/echelon.ts";
import { syndrome, systematicEncoder } from "../encoder.ts";
import { denseRow, type Entry, type ParityCheckMatrix, parityCheckMatrix, rowEntries } from "../parity-check-matrix.ts";

/**
 * A code for the logical operators of one side of a CSS code (Calderbank and Shor 1996; Steane 1996): the words of H that are no sums of
 * multiples of stabilizers, the checks of the other side. Its words are the words w of H, each with k further symbols, its products
 * with logical operators of the other side. They are all zero if and only if w is a sum of stabilizers. They are punctured, so they
 * have no weight.
 * @param matrix H of the side that detects the operators. @param stabilizers checks of the other side, as many columns.
 * @throws InputError if the matrices are no CSS code, or the code has no logical operator.
 */
export function logicalCode(
  matrix: ParityCheckMatrix,
  stabilizers: ParityCheckMatrix,
): Pick<Code, "matrix" | "punctured"> {
  const { field, columns } = matrix;
  if (stabilizers.field.q !== field.q || stabilizers.columns !== columns) {
    throw new InputError(
      `the stabilizers are ${stabilizers.columns} columns over GF(${stabilizers.field.q}), the checks ${columns} over GF(${field.q}): ` +
        "give both matrices of one CSS code",
    );
  }
  for (let row = 0; row < stabilizers.rows; row++) {
    if (syndrome(matrix, denseRow(stabilizers, row)).some((symbol) => symbol !== 0)) {
      throw new InputError(
        `row ${row + 1} of the stabilizers fails a check: the two matrices of a CSS code are orthogonal`,
      );
    }
  }
  const logical = logicalOperators(stabilizers, matrix);
  if (logical.length === 0)
    throw new InputError("every word is a sum of stabilizers: the code has no logical operator");
  const checks = Array.from({ length: matrix.rows }, (_, row) => rowEntries(matrix, row));
  const products = logical.map((word, i) => [...entriesOf(word), [columns + i, 1] as Entry]);
  return {
    matrix: parityCheckMatrix(field, columns + logical.length, [...checks, ...products]),
    punctured: Uint32Array.from(logical, (_, i) => columns + i),
  };
}

/** Words of a matrix, as many as possible of which no sum is a sum of multiples of the stabilizers: a basis of the logical operators. */
export function logicalOperators(matrix: ParityCheckMatrix, stabilizers: ParityCheckMatrix): Uint8Array[] {
  const span = new Echelon(matrix.field);
  for (let row = 0; row < stabilizers.rows; row++) span.add(denseRow(stabilizers, row));
  return words(matrix).filter((word) => span.add(word));
}

/** A word of a `logicalCode` without the symbols that tell logical operators from sums of stabilizers. */
export function withoutLabels<W extends { readonly positions: Uint32Array; readonly values: Uint8Array }>(
  word: W,
  columns: number,
): W {
  const length = word.positions.filter((position) => position < columns).length;
  return { ...word, positions: word.positions.slice(0, length), values: word.values.slice(0, length) };
}

/** Words of a matrix that span all its words. */
function words(matrix: ParityCheckMatrix): Uint8Array[] {
  const { k, rank, informationPositions, parityPositions, parity } = systematicEncoder(matrix);
  return Array.from({ length: k }, (_, i) => {
    const word = new Uint8Array(matrix.columns);
    word[informationPositions[i]] = 1;
    for (let j = 0; j < rank; j++) word[parityPositions[j]] = parity[i * rank + j];
    return word;
  });
}

function entriesOf(word: Uint8Array): Entry[] {
  return [...word.entries()].filter(([, symbol]) => symbol !== 0);
}
