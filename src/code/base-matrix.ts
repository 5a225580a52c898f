import { InputError } from "../errors.ts";
import { galoisField } from "../galois/field.ts";
import type { ParityCheckMatrix } from "./parity-check-matrix.ts";

/**
 * Quasi-cyclic parity-check matrix over GF(2) in compact form: blocks of Z × Z, each a sum of circulants. An entry with
 * shift s says that row i of its block has a one in the block's column (i + s) mod Z, i = 0 … Z − 1. A block may hold
 * several entries of different shifts (DVB-S2 has such blocks, the other standards do not).
 */
export interface BaseMatrix {
  /** Block rows. H has rows·Z checks. */
  readonly rows: number;
  /** Block columns. The code has columns·Z symbols. */
  readonly columns: number;
  /** Z: size of a block, lifting size. */
  readonly liftingSize: number;
  /** Entries of block row r are rowStart[r] … rowStart[r + 1] − 1. Length rows + 1. */
  readonly rowStart: Uint32Array;
  /** Block column of each entry, ascending within a row. */
  readonly column: Uint32Array;
  /** Shift of each entry, 0 … Z − 1, ascending within a block. */
  readonly shift: Uint32Array;
  /**
   * Ones that H lacks in the circulants, each in row `index` of the block of an entry: a single one in DVB-S2 (where the staircase
   * begins), none in other codes.
   */
  readonly absent: readonly { readonly entry: number; readonly index: number }[];
  /** Row i of block row r is this check of H. */
  readonly checkOrder: BlockOrder;
  /** Column i of block column c is this symbol of the code word. */
  readonly symbolOrder: BlockOrder;
}

/**
 * Where the elements of blocks stand in the order that users see: element i of block b is number first[b] + i·step[b].
 * Blocks one after the other are first[b] = b·Z, step[b] = 1; a code that is quasi-cyclic only after a permutation
 * (DVB-S2) has other numbers here.
 */
export interface BlockOrder {
  readonly first: Uint32Array;
  readonly step: Uint32Array;
}

/** One circulant: block row and block column from 0, shift. */
export type BaseEntry = readonly [row: number, column: number, shift: number];

interface BaseMatrixOptions {
  /** Missing ones of the circulants: the entry, and the row of its block. */
  readonly absent?: readonly { readonly entry: BaseEntry; readonly index: number }[];
  /** Blocks one after the other if left out. */
  readonly checkOrder?: BlockOrder;
  /** Blocks one after the other if left out. */
  readonly symbolOrder?: BlockOrder;
}

/** Largest Z, and largest number of ones of a base matrix: H needs about ten bytes for each one. */
export const LIFTING_SIZE_MAXIMUM = 2 ** 16;
export const EDGES_MAXIMUM = 2 ** 27;

/**
 * Builds a base matrix from its circulants, in any order.
 * @throws InputError for sizes that are not positive integers or too large, an entry outside the matrix, a shift outside
 * 0 … Z − 1, an entry given twice, a block row or block column without entries, an order that is no permutation, or an
 * absent one whose entry is not in the matrix.
 */
export function baseMatrix(
  rows: number,
  columns: number,
  liftingSize: number,
  entries: readonly BaseEntry[],
  options: BaseMatrixOptions = {},
): BaseMatrix {
  requireSizes(rows, columns, liftingSize, entries.length);
  for (const entry of entries) requireEntry(entry, rows, columns, liftingSize);
  const sorted = [...entries].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  sorted.forEach(([row, column, shift], e) => {
    if (e > 0 && sameEntry(sorted[e - 1], sorted[e])) {
      throw new InputError(`block row ${row}, block column ${column}: shift ${shift} is given twice`);
    }
  });
  const rowStart = new Uint32Array(rows + 1);
  for (const [row] of sorted) rowStart[row + 1]++;
  const empty = rowStart.indexOf(0, 1);
  if (empty > 0) throw new InputError(`block row ${empty - 1} has no entry: delete it, it checks nothing`);
  for (let r = 0; r < rows; r++) rowStart[r + 1] += rowStart[r];
  const used = new Set(sorted.map(([, column]) => column));
  const unused = Array.from({ length: columns }, (_, c) => c).find((c) => !used.has(c));
  if (unused !== undefined) throw new InputError(`block column ${unused} has no entry: no check protects it`);
  const { checkOrder, symbolOrder } = options;
  return {
    rows,
    columns,
    liftingSize,
    rowStart,
    column: Uint32Array.from(sorted, ([, column]) => column),
    shift: Uint32Array.from(sorted, ([, , shift]) => shift),
    absent: (options.absent ?? []).map(({ entry, index }) => {
      const found = sorted.findIndex((candidate) => sameEntry(candidate, entry));
      if (found < 0 || !(index >= 0 && index < liftingSize)) {
        throw new InputError(`the one left out of row ${index} of entry ${entry.join(", ")} is no one of the matrix`);
      }
      return { entry: found, index };
    }),
    checkOrder: requireOrder(checkOrder ?? blockAfterBlock(rows, liftingSize), rows, liftingSize, "check"),
    symbolOrder: requireOrder(symbolOrder ?? blockAfterBlock(columns, liftingSize), columns, liftingSize, "symbol"),
  };
}

/**
 * A base matrix of a file, whose block rows may be empty: without them, and the checks of H that they stand for, which keep their places in
 * syndromes.
 * @throws InputError as `baseMatrix`.
 */
export function fileBase(
  rows: number,
  columns: number,
  liftingSize: number,
  entries: readonly BaseEntry[],
): { readonly base: BaseMatrix; readonly emptyRows?: Uint32Array } {
  requireSizes(rows, columns, liftingSize, entries.length);
  const used = new Set(entries.map(([row]) => row));
  const all = Array.from({ length: rows }, (_, r) => r);
  const empty = all.filter((r) => !used.has(r));
  if (empty.length === 0 || empty.length === rows) return { base: baseMatrix(rows, columns, liftingSize, entries) };
  const place = new Map(all.filter((r) => used.has(r)).map((r, i) => [r, i]));
  const kept = entries.map(([row, column, shift]): BaseEntry => [place.get(row)!, column, shift]);
  const emptyRows = empty.flatMap((r) => Array.from({ length: liftingSize }, (_, i) => r * liftingSize + i));
  return {
    base: baseMatrix(place.size, columns, liftingSize, kept),
    emptyRows: Uint32Array.from(emptyRows),
  };
}

/** The order of blocks one after the other. */
export function blockAfterBlock(blocks: number, liftingSize: number): BlockOrder {
  return {
    first: Uint32Array.from({ length: blocks }, (_, b) => b * liftingSize),
    step: new Uint32Array(blocks).fill(1),
  };
}

/** Whether elements stand block after block. */
export function isBlockAfterBlock({ first, step }: BlockOrder, liftingSize: number): boolean {
  return first.every((number, b) => number === b * liftingSize) && step.every((number) => number === 1);
}

/** The circulants of a base matrix, by row, column and shift. */
export function baseEntries({ rows, rowStart, column, shift }: BaseMatrix): BaseEntry[] {
  const entries: BaseEntry[] = [];
  for (let r = 0; r < rows; r++) {
    for (let e = rowStart[r]; e < rowStart[r + 1]; e++) entries.push([r, column[e], shift[e]]);
  }
  return entries;
}

/** H of the base matrix over GF(2), checks and symbols in the order that users see. */
export function expand(base: BaseMatrix): ParityCheckMatrix {
  const { rows, columns, liftingSize: z, rowStart, column, shift, absent, checkOrder, symbolOrder } = base;
  const left = new Set(absent.map(({ entry, index }) => entry * z + index));
  const checkStart = new Uint32Array(rows * z + 1);
  for (let r = 0; r < rows; r++) {
    for (let i = 0; i < z; i++) {
      checkStart[checkOrder.first[r] + i * checkOrder.step[r] + 1] = rowStart[r + 1] - rowStart[r];
    }
    for (let e = rowStart[r]; left.size > 0 && e < rowStart[r + 1]; e++) {
      for (let i = 0; i < z; i++) {
        if (left.has(e * z + i)) checkStart[checkOrder.first[r] + i * checkOrder.step[r] + 1]--;
      }
    }
  }
  for (let m = 0; m < rows * z; m++) checkStart[m + 1] += checkStart[m];
  const variable = new Uint32Array(checkStart[rows * z]);
  for (let r = 0; r < rows; r++) {
    for (let i = 0; i < z; i++) {
      const m = checkOrder.first[r] + i * checkOrder.step[r];
      let edge = checkStart[m];
      for (let e = rowStart[r]; e < rowStart[r + 1]; e++) {
        if (left.size > 0 && left.has(e * z + i)) continue;
        const c = column[e];
        variable[edge++] = symbolOrder.first[c] + ((i + shift[e]) % z) * symbolOrder.step[c];
      }
      variable.subarray(checkStart[m], checkStart[m + 1]).sort();
    }
  }
  return {
    field: galoisField(2),
    rows: rows * z,
    columns: columns * z,
    checkStart,
    variable,
    value: new Uint8Array(variable.length).fill(1),
  };
}

/**
 * Checks the sizes before anything is allocated by them: a base matrix has an entry in each row and column.
 * @throws InputError for sizes that are not positive integers, or larger than the number of entries allows.
 */
export function requireSizes(rows: number, columns: number, liftingSize: number, entries: number): void {
  for (const [what, size] of [
    ["block rows", rows],
    ["block columns", columns],
    ["lifting size", liftingSize],
  ] as const) {
    if (!Number.isInteger(size) || size < 1) throw new InputError(`${what}: ${size} is not a positive integer`);
  }
  if (liftingSize > LIFTING_SIZE_MAXIMUM) {
    throw new InputError(`lifting size ${liftingSize} is too large: at most ${LIFTING_SIZE_MAXIMUM}`);
  }
  if (rows > entries || columns > entries) {
    throw new InputError(`${rows} × ${columns} blocks but only ${entries} entries: a block row or column has none`);
  }
  if (entries * liftingSize > EDGES_MAXIMUM) {
    throw new InputError(
      `${entries} entries of lifting size ${liftingSize} are too many: at most ${EDGES_MAXIMUM} ones`,
    );
  }
}

function requireEntry([row, column, shift]: BaseEntry, rows: number, columns: number, liftingSize: number): void {
  if (!Number.isInteger(row) || row < 0 || row >= rows) {
    throw new InputError(`block row ${row} is outside 0 … ${rows - 1}`);
  }
  if (!Number.isInteger(column) || column < 0 || column >= columns) {
    throw new InputError(`block row ${row}: block column ${column} is outside 0 … ${columns - 1}`);
  }
  if (!Number.isInteger(shift) || shift < 0 || shift >= liftingSize) {
    const range = `0 … ${liftingSize - 1}, the lifting size being ${liftingSize}`;
    throw new InputError(`block row ${row}, block column ${column}: shift ${shift} is outside ${range}`);
  }
}

function requireOrder(order: BlockOrder, blocks: number, liftingSize: number, what: string): BlockOrder {
  const seen = new Uint8Array(blocks * liftingSize);
  if (order.first.length === blocks && order.step.length === blocks) {
    for (let b = 0; b < blocks; b++) {
      for (let i = 0; i < liftingSize; i++) seen[order.first[b] + i * order.step[b]] = 1;
    }
  }
  const missing = seen.indexOf(0);
  if (missing >= 0) throw new InputError(`the ${what} order leaves number ${missing} to no block`);
  return order;
}

function sameEntry(a: BaseEntry, b: BaseEntry): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}
