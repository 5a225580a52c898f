import { InputError, readAt } from "../../errors.ts";
import { jsonLine } from "../../json-line.ts";
import {
  type BaseEntry,
  type BaseMatrix,
  baseEntries,
  baseMatrix,
  expand,
  fileBase,
  isBlockAfterBlock,
} from "../base-matrix.ts";
import type { Code } from "../code.ts";
import { type CodeFamily, type FamilyEntry, familyCode, liftingSizes, sizesText } from "../code-family.ts";
import { emptyColumns, type ParityCheckMatrix } from "../parity-check-matrix.ts";
import { givenEntries, requireAccumulator } from "../parity-structure.ts";
import { NO_POSITIONS } from "../positions.ts";
import { readFamily, writeFamily } from "./json.ts";
import { binaryFormat, type NumberLine, numberLines, requireEqualLines } from "./lists.ts";

/** Base matrices of quasi-cyclic codes: one code of the file, by its lifting size. */
export const baseMatrixFormat = binaryFormat("a file of base matrices", {
  description: "this project's JSON of base matrices: shifts, lifting rule, parity structure, one block row per line",
  extensions: [".base.json"],
  holds: ["punctured", "circulants", "parity", "name"],
  read(text, { file, liftingSize }) {
    const family = readFamily(text, file);
    const sizes = liftingSizes(family.lifting);
    if (liftingSize === undefined && sizes.length > 1) {
      const message = `the file has ${sizes.length} lifting sizes: give --lifting-size with one of ${sizesText(sizes)}`;
      throw new InputError(message, { file, line: jsonLine(text, ["lifting"]) });
    }
    const place = () => ({ file, line: jsonLine(text, ["lifting"]) });
    return readAt(place, () => familyCode(family, liftingSize ?? sizes[0]));
  },
  write: (code) => writeFamily(familyOf(code)),
});

/**
 * The family whose only code is this code. @throws InputError if the code is no binary code that a family can describe.
 */
export function familyOf(code: Code): CodeFamily {
  const { name, description, source, matrix, parity, shortened } = code;
  if (shortened !== undefined) throw new InputError("a base matrix cannot describe shortened symbols");
  const base = code.base ?? trivialBase(matrix);
  const accumulator = parity === "accumulator" ? requireAccumulator(base) : undefined;
  const { liftingSize: size, rows, absent, checkOrder, symbolOrder } = base;
  const inOrder = isBlockAfterBlock(checkOrder, size) && isBlockAfterBlock(symbolOrder, size);
  if (accumulator === undefined && (absent.length > 0 || !inOrder)) {
    throw new InputError("a base matrix file has no place for absent ones or another order of checks or symbols");
  }
  const entries: FamilyEntry[][] = Array.from({ length: rows }, () => []);
  const given = accumulator === undefined ? baseEntries(base) : givenEntries(base, accumulator);
  for (const [row, column, shift] of given) entries[row].push([column, shift]);
  return {
    name,
    description,
    source,
    lifting: { rule: "as given", size },
    ...(parity === undefined ? {} : { parity }),
    ...(accumulator === undefined || accumulator.coreRows === rows
      ? {}
      : { extensionRows: rows - accumulator.coreRows }),
    puncturedColumns: puncturedColumns(code, base),
    columns: accumulator?.informationColumns ?? base.columns,
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

const ZERO_BLOCK = -1;

/**
 * Quasi-cyclic codes of AFF3CT: block columns, block rows and lifting size on the first line, then a line of shifts per
 * block row, −1 for a zero block, then perhaps a line that has a 0 for each punctured block column and a 1 for the others. Comments
 * begin with #. Alone, the table of shifts is read with `--lifting-size`; its words may be separated by commas, and zero blocks may be
 * dashes. A shift of Z is one of 0, since a circulant to the power of Z is the identity.
 */
export const qc = binaryFormat("a .qc file", {
  description: "AFF3CT .qc, shifts of a quasi-cyclic code, or the shifts alone with a lifting size",
  extensions: [".qc"],
  holds: ["punctured", "circulants"],
  read(text, { file, liftingSize: given }) {
    const found = [...numberLines(text, file, shiftOf, "is neither a shift nor -1, a zero block")];
    const lines = given === undefined || hasHeader(found, given) ? found : withHeader(found, given, file);
    if (lines.length === 0 || lines[0].numbers.length !== 3) {
      const message =
        "the first line of numbers must be block columns, block rows and lifting size; a table of shifts alone needs --lifting-size";
      throw new InputError(message, { file, line: lines[0]?.line ?? 1 });
    }
    const [columns, rows, liftingSize] = lines[0].numbers;
    const header = { file, line: lines[0].line };
    const others = lines.slice(1);
    if (others.length !== rows && others.length !== rows + 1) {
      throw new InputError(`the first line claims ${rows} block rows, but ${others.length} lines follow`, header);
    }
    for (const { numbers, line } of others) {
      if (numbers.length === columns) continue;
      throw new InputError(`${numbers.length} numbers: the first line claims ${columns} block columns`, { file, line });
    }
    const entries = others.slice(0, rows).flatMap(({ numbers, line }, r) =>
      numbers.flatMap((shift, c): BaseEntry[] => {
        if (shift === ZERO_BLOCK) return [];
        if (shift >= 0 && shift <= liftingSize) return [[r, c, shift % liftingSize]];
        const range = `0 … ${liftingSize}, and not ${ZERO_BLOCK}, a zero block; \`ldpc code --help\` shows base matrices that are lifted by a rule`;
        throw new InputError(`block column ${c}: shift ${shift} is outside ${range}`, { file, line });
      }),
    );
    const pattern = others.at(rows);
    const wrong = pattern?.numbers.find((number) => number !== 0 && number !== 1);
    if (pattern !== undefined && wrong !== undefined) {
      throw new InputError(`${wrong} in the puncturing pattern: it has 0 and 1`, { file, line: pattern.line });
    }
    if (pattern?.numbers.every((number) => number === 0)) {
      throw new InputError("the puncturing pattern leaves nothing to be sent", { file, line: pattern.line });
    }
    const { base, ...empty } = readAt(
      () => header,
      () => fileBase(rows, columns, liftingSize, entries),
    );
    const blocks = pattern?.numbers.flatMap((number, c) => (number === 0 ? [c] : [])) ?? [];
    const punctured = Uint32Array.from(
      blocks.flatMap((c) => Array.from({ length: liftingSize }, (_, i) => c * liftingSize + i)),
    );
    return { matrix: expand(base), base, ...empty, ...(punctured.length === 0 ? {} : { punctured }) };
  },
  write: writeQc,
});

const shiftOf = (word: string) =>
  word === "-" ? ZERO_BLOCK : /^(-1|\d{1,10})$/.test(word) ? Number(word) : Number.NaN;

/** Whether the first line is that of a file of this lifting size, and no line of shifts. */
function hasHeader(lines: readonly NumberLine[], liftingSize: number): boolean {
  const [columns, rows, size, ...more] = lines[0]?.numbers ?? [];
  const follow = lines.slice(1);
  return (
    more.length === 0 &&
    size === liftingSize &&
    (follow.length === rows || follow.length === rows + 1) &&
    follow.every(({ numbers }) => numbers.length === columns)
  );
}

/** A table of shifts below the line that it lacks. */
function withHeader(lines: readonly NumberLine[], liftingSize: number, file: string): readonly NumberLine[] {
  const [first] = lines;
  if (first === undefined) throw new InputError("holds no shifts", { file, line: 1 });
  const columns = first.numbers.length;
  const [c, r, size] = first.numbers;
  if (columns === 3 && ((c === 3 && r === lines.length - 1) || lines.some(({ numbers }) => numbers.length !== 3))) {
    const claim = `the first line, "${c} ${r} ${size}", is no line of shifts, and does not fit --lifting-size ${liftingSize}`;
    throw new InputError(claim, { file, line: first.line });
  }
  requireEqualLines(lines, file, "line");
  return [{ numbers: [columns, lines.length, liftingSize], line: first.line }, ...lines];
}

function writeQc({ base, punctured, shortened }: Code): string {
  if (base === undefined) throw new InputError("the code is not known to be quasi-cyclic: write an alist or .mtx");
  const { rows, columns, liftingSize, absent, checkOrder, symbolOrder } = base;
  const inOrder = isBlockAfterBlock(checkOrder, liftingSize) && isBlockAfterBlock(symbolOrder, liftingSize);
  if (absent.length > 0 || !inOrder)
    throw new InputError("a .qc file has no place for another order of checks or symbols");
  if (shortened !== undefined) throw new InputError("a .qc file cannot describe shortened symbols");
  const shifts = Array.from({ length: rows }, () => new Array<number>(columns).fill(ZERO_BLOCK));
  for (const [r, c, shift] of baseEntries(base)) {
    if (shifts[r][c] !== ZERO_BLOCK)
      throw new InputError("a block has several circulants, which a .qc file cannot describe");
    shifts[r][c] = shift;
  }
  const lines = [`${columns} ${rows} ${liftingSize}`, "", ...shifts.map((row) => row.join(" "))];
  if (punctured !== undefined && punctured.length > 0) {
    const hidden = new Set(punctured);
    const counts = Array.from(
      { length: columns },
      (_, c) => Array.from({ length: liftingSize }, (_, i) => hidden.has(c * liftingSize + i)).filter(Boolean).length,
    );
    if (counts.some((count) => count !== 0 && count !== liftingSize)) {
      throw new InputError("a .qc file can only puncture whole block columns");
    }
    lines.push("", counts.map((count) => (count === 0 ? 1 : 0)).join(" "));
  }
  return `${lines.join("\n")}\n`;
}
