import { InputError } from "../errors.ts";
import { syndrome } from "./encoder.ts";
import type { ParityCheckMatrix } from "./parity-check-matrix.ts";

/** The result of checking a word against the code. */
export interface CodewordCheck {
  readonly isCodeword: boolean;
  /** Rows of H, from 0, whose check the word violates. */
  readonly violatedChecks: readonly number[];
}

/**
 * Checks a word of N symbols against every row of H: a known codeword shows whether the values of a matrix file were
 * read by the right convention and polynomial.
 * @throws InputError if there are not N symbols or one of them is not in 0 … q − 1.
 */
export function checkCodeword(matrix: ParityCheckMatrix, symbols: readonly number[]): CodewordCheck {
  const { columns, field } = matrix;
  if (symbols.length !== columns) {
    throw new InputError(`the word has ${symbols.length} symbols: the code has length ${columns}`);
  }
  const wrong = symbols.findIndex((symbol) => !Number.isInteger(symbol) || symbol < 0 || symbol >= field.q);
  if (wrong >= 0) throw new InputError(`symbol ${wrong} is ${symbols[wrong]}: it must be in 0 … ${field.q - 1}`);
  const violatedChecks: number[] = [];
  syndrome(matrix, symbols).forEach((sum, m) => {
    if (sum !== 0) violatedChecks.push(m);
  });
  return { isCodeword: violatedChecks.length === 0, violatedChecks };
}
