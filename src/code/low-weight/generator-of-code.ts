import { InputError } from "../../errors.ts";
import type { Code } from "../code.ts";
import { systematicEncoder } from "../encoder.ts";
import { type Entry, type ParityCheckMatrix, parityCheckMatrix, rowEntries } from "../parity-check-matrix.ts";
import { NO_POSITIONS } from "../positions.ts";
import { transmittedPositions } from "../rate-matching.ts";
import { BitGenerator } from "./bit-generator.ts";
import { SymbolGenerator } from "./symbol-generator.ts";
import type { WordGenerator } from "./word-generator.ts";

/**
 * The generator matrix of a code. Words are zero at shortened positions. Punctured symbols belong to the words but have
 * no weight.
 * @throws InputError for a code without nonzero words, and for a matrix too large for elimination.
 */
export function wordGenerator(code: Pick<Code, "matrix" | "punctured" | "shortened">): WordGenerator {
  const { matrix, shortened = NO_POSITIONS } = code;
  const sent = transmittedPositions(code as Code);
  const columns = Uint32Array.of(...sent, ...(code.punctured ?? []));
  const rows = generatorRows(withoutColumns(matrix, shortened), columns);
  if (rows.length === 0) throw new InputError("the code has no word but zero, so it has no minimum distance");
  if (sent.length === 0) throw new InputError("the code sends no symbols, so its words have no weight");
  return matrix.field.q === 2
    ? BitGenerator.of(rows, columns, sent.length)
    : new SymbolGenerator(matrix.field, rows, columns, sent.length);
}

/** H without its entries in some columns, and with a check for each of them that makes its symbol zero. */
function withoutColumns(matrix: ParityCheckMatrix, zeros: Uint32Array): ParityCheckMatrix {
  if (zeros.length === 0) return matrix;
  const isZero = new Set(zeros);
  const rows = Array.from({ length: matrix.rows }, (_, m) =>
    rowEntries(matrix, m).filter(([column]) => !isZero.has(column)),
  );
  const checks = rows.filter((row) => row.length > 0);
  return parityCheckMatrix(matrix.field, matrix.columns, [...checks, ...[...zeros].map((n): Entry[] => [[n, 1]])]);
}

/** Rows of a generator matrix, a byte per element, with their columns in a given order. */
function generatorRows(matrix: ParityCheckMatrix, columns: Uint32Array): Uint8Array[] {
  const { k, rank, informationPositions, parityPositions, parity } = systematicEncoder(matrix);
  const columnOf = new Int32Array(matrix.columns).fill(-1);
  columns.forEach((position, column) => {
    columnOf[position] = column;
  });
  return Array.from({ length: k }, (_, i) => {
    const row = new Uint8Array(columns.length);
    row[columnOf[informationPositions[i]]] = 1;
    for (let j = 0; j < rank; j++) {
      const column = columnOf[parityPositions[j]];
      if (column >= 0) row[column] = parity[i * rank + j];
    }
    return row;
  });
}
