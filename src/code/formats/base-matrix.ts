import { InputError } from "../../errors.ts";
import { jsonLine } from "../../json-line.ts";
import { type BaseMatrix, baseEntries, baseMatrix, isBlockAfterBlock } from "../base-matrix.ts";
import type { Code } from "../code.ts";
import { type CodeFamily, type FamilyEntry, familyCode, liftingSizes, sizesText } from "../code-family.ts";
import { emptyColumns, type ParityCheckMatrix } from "../parity-check-matrix.ts";
import { requireAccumulator } from "../parity-structure.ts";
import { NO_POSITIONS } from "../positions.ts";
import { readFamily, writeFamily } from "./family.ts";
import type { MatrixFormat } from "./format.ts";

/** Base matrices of quasi-cyclic codes: one code of the file, by its lifting size. */
export const baseMatrixFormat: MatrixFormat = {
  description: "this project's JSON of base matrices: shifts, lifting rule, parity structure, one block row per line",
  extensions: [".base.json"],
  holds: ["punctured", "circulants", "parity", "name"],
  read(text, { file, values, polynomial, liftingSize }) {
    if (values !== undefined) throw new InputError("base matrices have no values: leave --values out", { file });
    if (polynomial !== undefined && polynomial !== 3) {
      throw new InputError(`base matrices are over GF(2), whose polynomial is 3: leave --polynomial out`, { file });
    }
    const family = readFamily(text, file);
    const sizes = liftingSizes(family.lifting);
    if (liftingSize === undefined && sizes.length > 1) {
      const message = `the file has ${sizes.length} lifting sizes: give --lifting-size with one of ${sizesText(sizes)}`;
      throw new InputError(message, { file, line: jsonLine(text, ["lifting"]) });
    }
    try {
      return familyCode(family, liftingSize ?? sizes[0]);
    } catch (error) {
      if (error instanceof InputError) throw new InputError(error.message, { file, line: jsonLine(text, ["lifting"]) });
      throw error;
    }
  },
  write(code, { values } = {}) {
    if (values !== undefined) throw new InputError("base matrices have no values: leave --to-values out");
    return writeFamily(familyOf(code));
  },
};

/**
 * The family whose only code is this code. @throws InputError if the code is no binary code that a family can describe.
 */
export function familyOf(code: Code): CodeFamily {
  const { name, description, source, matrix, parity, shortened } = code;
  if (matrix.field.q !== 2) throw new InputError(`base matrices are over GF(2), not GF(${matrix.field.q})`);
  if (shortened !== undefined) throw new InputError("a base matrix cannot describe shortened symbols");
  const base = code.base ?? trivialBase(matrix);
  const informationColumns = parity === "accumulator" ? requireAccumulator(base).informationColumns : base.columns;
  const { liftingSize: size, rows, absent, checkOrder, symbolOrder } = base;
  const inOrder = isBlockAfterBlock(checkOrder, size) && isBlockAfterBlock(symbolOrder, size);
  if (parity !== "accumulator" && (absent.length > 0 || !inOrder)) {
    throw new InputError("a base matrix file has no place for absent ones or another order of checks or symbols");
  }
  const entries: FamilyEntry[][] = Array.from({ length: rows }, () => []);
  for (const [row, column, shift] of baseEntries(base))
    if (column < informationColumns) entries[row].push([column, shift]);
  return {
    name,
    description,
    source,
    lifting: { rule: "as given", size },
    ...(parity === undefined ? {} : { parity }),
    puncturedColumns: puncturedColumns(code, base),
    columns: informationColumns,
    rows: entries,
  };
}

/** Any binary matrix is quasi-cyclic with blocks of one symbol. */
function trivialBase(matrix: ParityCheckMatrix): BaseMatrix {
  const { rows, columns, checkStart, variable } = matrix;
  const [unprotected] = emptyColumns(matrix);
  if (unprotected !== undefined) {
    throw new InputError(
      `a base matrix cannot hold symbol ${unprotected}, which no check contains: write .json or .mtx`,
    );
  }
  const row = Array.from({ length: rows }, (_, m) =>
    new Array<number>(checkStart[m + 1] - checkStart[m]).fill(m),
  ).flat();
  return baseMatrix(
    rows,
    columns,
    1,
    row.map((m, e) => [m, variable[e], 0]),
  );
}

function puncturedColumns(
  { punctured = NO_POSITIONS }: Code,
  { columns, liftingSize, symbolOrder }: BaseMatrix,
): number[] {
  const symbols = new Set(punctured);
  const { first, step } = symbolOrder;
  const whole = Array.from({ length: columns }, (_, c) => c).filter((c) =>
    Array.from({ length: liftingSize }, (_, i) => first[c] + i * step[c]).every((symbol) => symbols.has(symbol)),
  );
  if (whole.length * liftingSize === symbols.size) return whole;
  throw new InputError("a base matrix file can only puncture whole block columns");
}
