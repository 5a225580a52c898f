import { InputError } from "../errors.ts";
import {
  type BaseEntry,
  type BaseMatrix,
  type BlockOrder,
  baseEntries,
  baseMatrix,
  blockAfterBlock,
  requireSizes,
} from "./base-matrix.ts";

/**
 * Structures of the last block columns of a base matrix, one for each of its rows, whose parity symbols follow from
 * the information symbols in linear time:
 * - `dual-diagonal`: 802.16e, 802.11n and 5G. The first parity column has an odd number of entries; all but one
 *   cancel in pairs; each of the next has two entries of shift 0, on the diagonal and above it. After these core rows
 *   there may be extension rows (5G), each with a parity column of its own, of degree one.
 * - `accumulator`: DVB-S2. In the standard's order check j holds parity symbols j and j − 1, check 0 only parity symbol 0.
 *   Extension rows may follow here, too (ATSC 3.0, structure A).
 */
export type ParityStructure = "dual-diagonal" | "accumulator";

export const PARITY_STRUCTURES: readonly ParityStructure[] = ["dual-diagonal", "accumulator"];

/** The parts of a base matrix. */
interface ParityParts {
  /** Block columns of information symbols; the parity columns follow. */
  readonly informationColumns: number;
  /** Block rows of the dual diagonal or the accumulator; all later block rows are extension rows. */
  readonly coreRows: number;
}

interface DualDiagonal extends ParityParts {
  /** Shift of the first parity column in the sum of all core rows. */
  readonly remainingShift: number;
}

/** Reads off the parts of a dual-diagonal base matrix. @throws InputError if it is not built so. */
export function dualDiagonal(base: BaseMatrix): DualDiagonal {
  const { rows, columns, absent } = base;
  if (absent.length > 0) throw notDualDiagonal("ones are missing from its circulants");
  if (columns - rows < 1) throw new InputError(`${rows} × ${columns} blocks leave no information symbols`);
  const { informationColumns, coreRows, parity } = parityParts(base);
  for (let j = 1; j < coreRows; j++) {
    const inCore = parity[j].filter(([row]) => row < coreRows);
    const expected = inCore.length === 2 && inCore[0][0] === j - 1 && inCore[1][0] === j;
    if (!expected || inCore.some(([, s]) => s !== 0)) {
      throw notDualDiagonal(`block column ${informationColumns + j} is not on the diagonal and above it with shift 0`);
    }
  }
  const odd = new Set<number>();
  for (const [row, s] of parity[0]) if (row < coreRows && !odd.delete(s)) odd.add(s);
  if (odd.size !== 1)
    throw notDualDiagonal(`the shifts of block column ${informationColumns} do not cancel but for one`);
  return { informationColumns, coreRows, remainingShift: [...odd][0] };
}

/**
 * The parts of a base matrix by its structure; `remainingShift` of a dual diagonal alone.
 * @throws InputError if it is not built so.
 */
export function structureParts(base: BaseMatrix, structure: ParityStructure): ParityParts & Partial<DualDiagonal> {
  return structure === "dual-diagonal" ? dualDiagonal(base) : requireAccumulator(base);
}

/** The parts of a base matrix that has one of the structures, and the entries of each parity column. */
function parityParts(base: BaseMatrix): ParityParts & { parity: (readonly [row: number, shift: number])[][] } {
  const { rows, columns } = base;
  const informationColumns = columns - rows;
  const parity: (readonly [row: number, shift: number])[][] = Array.from({ length: rows }, () => []);
  for (const [r, c, s] of baseEntries(base)) if (c >= informationColumns) parity[c - informationColumns].push([r, s]);
  let coreRows = rows;
  while (coreRows > 1 && isOwnColumn(parity[coreRows - 1], coreRows - 1)) coreRows--;
  return { informationColumns, coreRows, parity };
}

/**
 * The base matrix of an accumulator code from its information part. Check j = q·t + r of the standard is row t of block
 * row r, q the number of block rows, and the parity symbols are ordered likewise: parity column r has shift 0 in block
 * rows r and r + 1, but the last one wraps around to block row 0 with shift Z − 1, where the first row lacks its one.
 * @param information circulants besides the staircase and the extension rows' own parity columns.
 * @param extensionRows last block rows, each with a parity column of its own. Their entries may lie in the accumulator's columns, too. With
 * them, checks and symbols are ordered block after block (ATSC A/322, Annex A, structure A).
 * @throws InputError as `baseMatrix`.
 */
export function accumulatorBase(
  rows: number,
  informationColumns: number,
  liftingSize: number,
  information: readonly BaseEntry[],
  extensionRows = 0,
): BaseMatrix {
  const columns = informationColumns + rows;
  const coreRows = rows - extensionRows;
  requireSizes(rows, columns, liftingSize, information.length + 2 * rows);
  const staircase: BaseEntry[] = Array.from({ length: rows }, (_, r) => [r, informationColumns + r, 0] as const);
  for (let r = 1; r < coreRows; r++) staircase.push([r, informationColumns + r - 1, 0]);
  const wrap: BaseEntry = [0, informationColumns + coreRows - 1, liftingSize - 1];
  if (coreRows < 2 || liftingSize < 2) {
    throw new InputError(`an accumulator needs two block rows and lifting size 2, not ${coreRows} and ${liftingSize}`);
  }
  const entries = [...information, ...staircase, wrap];
  const absent = [{ entry: wrap, index: 0 }];
  if (extensionRows > 0) return baseMatrix(rows, columns, liftingSize, entries, { absent });
  const symbols = blockAfterBlock(columns, liftingSize);
  const parityFirst = informationColumns * liftingSize;
  return baseMatrix(rows, columns, liftingSize, entries, {
    absent,
    checkOrder: interleaved(rows, 0),
    symbolOrder: {
      first: symbols.first.map((first, c) => (c < informationColumns ? first : parityFirst + c - informationColumns)),
      step: symbols.step.map((step, c) => (c < informationColumns ? step : rows)),
    },
  });
}

/** @throws InputError unless `accumulatorBase` made this base matrix, or could have. */
export function requireAccumulator(base: BaseMatrix): ParityParts {
  const { rows, liftingSize } = base;
  const { informationColumns, coreRows } = parityParts(base);
  const information = givenEntries(base, { informationColumns, coreRows });
  const made = accumulatorBase(rows, informationColumns, liftingSize, information, rows - coreRows);
  if (JSON.stringify(made) !== JSON.stringify(base)) {
    throw new InputError("the base matrix does not end in an accumulator's staircase");
  }
  return { informationColumns, coreRows };
}

/** The entries from which `accumulatorBase` makes a base matrix. */
export function givenEntries(base: BaseMatrix, { informationColumns, coreRows }: ParityParts): BaseEntry[] {
  return baseEntries(base).filter(([r, c]) => c < informationColumns + (r < coreRows ? 0 : coreRows));
}

function isOwnColumn(entries: readonly (readonly [row: number, shift: number])[], row: number): boolean {
  return entries.length === 1 && entries[0][0] === row && entries[0][1] === 0;
}

function notDualDiagonal(reason: string): InputError {
  return new InputError(`the base matrix does not end in a dual diagonal: ${reason}`);
}

function interleaved(blocks: number, start: number): BlockOrder {
  return {
    first: Uint32Array.from({ length: blocks }, (_, b) => start + b),
    step: new Uint32Array(blocks).fill(blocks),
  };
}
