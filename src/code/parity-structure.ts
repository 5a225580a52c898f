import { InputError } from "../errors.ts";
import {
  type BaseEntry,
  type BaseMatrix,
  type BlockOrder,
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
 */
export type ParityStructure = "dual-diagonal" | "accumulator";

export const PARITY_STRUCTURES: readonly ParityStructure[] = ["dual-diagonal", "accumulator"];

/** The parts of a dual-diagonal base matrix. */
interface DualDiagonal {
  /** Block columns of information symbols; the parity columns follow. */
  readonly informationColumns: number;
  /** Block rows of the dual diagonal; all later block rows are extension rows. */
  readonly coreRows: number;
  /** Shift of the first parity column in the sum of all core rows. */
  readonly remainingShift: number;
}

/** Reads off the parts of a dual-diagonal base matrix. @throws InputError if it is not built so. */
export function dualDiagonal(base: BaseMatrix): DualDiagonal {
  const { rows, columns, rowStart, column, shift, absent } = base;
  const informationColumns = columns - rows;
  if (absent.length > 0) throw notDualDiagonal("ones are missing from its circulants");
  if (informationColumns < 1) throw new InputError(`${rows} × ${columns} blocks leave no information symbols`);
  /** Entries of each parity column: [row, shift]. */
  const parity: (readonly [row: number, shift: number])[][] = Array.from({ length: rows }, () => []);
  for (let r = 0; r < rows; r++) {
    for (let e = rowStart[r]; e < rowStart[r + 1]; e++) {
      if (column[e] >= informationColumns) parity[column[e] - informationColumns].push([r, shift[e]]);
    }
  }
  let coreRows = rows;
  while (coreRows > 1 && isOwnColumn(parity[coreRows - 1], coreRows - 1)) coreRows--;
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
 * The base matrix of an accumulator code from its information part. Check j = q·t + r of the standard is row t of block
 * row r, q the number of block rows, and the parity symbols are ordered likewise: parity column r has shift 0 in block
 * rows r and r + 1, but the last one wraps around to block row 0 with shift Z − 1, where the first row lacks its one.
 * @throws InputError as `baseMatrix`.
 */
export function accumulatorBase(
  rows: number,
  informationColumns: number,
  liftingSize: number,
  information: readonly BaseEntry[],
): BaseMatrix {
  const columns = informationColumns + rows;
  requireSizes(rows, columns, liftingSize, information.length + 2 * rows);
  const staircase: BaseEntry[] = Array.from({ length: rows }, (_, r) => [r, informationColumns + r, 0] as const);
  for (let r = 1; r < rows; r++) staircase.push([r, informationColumns + r - 1, 0]);
  const wrap: BaseEntry = [0, informationColumns + rows - 1, liftingSize - 1];
  if (rows < 2 || liftingSize < 2) {
    throw new InputError(`an accumulator needs two block rows and lifting size 2, not ${rows} and ${liftingSize}`);
  }
  const symbols = blockAfterBlock(columns, liftingSize);
  const parityFirst = informationColumns * liftingSize;
  return baseMatrix(rows, columns, liftingSize, [...information, ...staircase, wrap], {
    absent: [{ entry: wrap, index: 0 }],
    checkOrder: interleaved(rows, 0),
    symbolOrder: {
      first: symbols.first.map((first, c) => (c < informationColumns ? first : parityFirst + c - informationColumns)),
      step: symbols.step.map((step, c) => (c < informationColumns ? step : rows)),
    },
  });
}

/** @throws InputError unless `accumulatorBase` made this base matrix, or could have. */
export function requireAccumulator(base: BaseMatrix): { informationColumns: number } {
  const { rows, columns, liftingSize, rowStart, column, shift } = base;
  const informationColumns = columns - rows;
  const information: BaseEntry[] = [];
  for (let r = 0; r < rows; r++) {
    for (let e = rowStart[r]; e < rowStart[r + 1]; e++) {
      if (column[e] < informationColumns) information.push([r, column[e], shift[e]]);
    }
  }
  const made = accumulatorBase(rows, informationColumns, liftingSize, information);
  if (JSON.stringify(made) !== JSON.stringify(base)) {
    throw new InputError("the base matrix does not end in an accumulator's staircase");
  }
  return { informationColumns };
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
