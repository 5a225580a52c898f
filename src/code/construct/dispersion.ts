import { InputError } from "../../errors.ts";
import { type GaloisField, powerOfAlpha } from "../../galois/field.ts";
import { type Entry, emptyColumns, type ParityCheckMatrix, parityCheckMatrix } from "../parity-check-matrix.ts";

/** Which part of the base matrix W is dispersed. */
export interface DispersionOptions {
  /** Rows first … last of W, both included, within 0 … q − 2. */
  readonly rows: readonly [first: number, last: number];
  /** Columns first … last of W, both included, within 0 … q − 2. */
  readonly columns: readonly [first: number, last: number];
  /**
   * Keeps only part of the blocks. The mask lists circulants side by side, each a square of W's selected rows, by the
   * positions of their first rows: [[0,2,3],[0,1,6]] keeps block (i, j) where j − i mod 10 is in the list of j's
   * circulant. Left out, all blocks stay.
   */
  readonly mask?: readonly (readonly number[])[];
}

/**
 * Quasi-cyclic code by dispersion of a finite field (L. Zeng, L. Lan, Y. Y. Tai, S. Song, S. Lin and K. Abdel-Ghaffar,
 * "Constructions of nonbinary quasi-cyclic LDPC codes: a finite field approach", IEEE Trans. Commun. 56(4), 2008).
 * Base matrix W(i, j) = α^(j−i) − 1, zero on its diagonal. An entry α^k becomes a (q−1) × (q−1) block whose row r has
 * its one nonzero, α^c, in column c = (k + r) mod (q − 1); a zero entry becomes a zero block. No 4-cycles.
 * @throws InputError for q < 4, ranges outside W, or a mask that does not fit them.
 */
export function dispersionCode(field: GaloisField, options: DispersionOptions): ParityCheckMatrix {
  const period = field.q - 1;
  if (field.q < 4) throw new InputError(`dispersion needs a field of 4 or more elements, not GF(${field.q})`);
  checkRange("rows", options.rows, period);
  checkRange("columns", options.columns, period);
  const [firstRow, lastRow] = options.rows;
  const [firstColumn, lastColumn] = options.columns;
  const height = lastRow - firstRow + 1;
  const width = lastColumn - firstColumn + 1;
  const keeps = maskTest(options.mask, height, width);
  const rows: Entry[][] = [];
  for (let i = 0; i < height; i++) {
    for (let r = 0; r < period; r++) {
      const row: Entry[] = [];
      for (let j = 0; j < width; j++) {
        const element = powerOfAlpha(field, firstColumn + j - firstRow - i) ^ 1;
        if (element === 0 || !keeps(i, j)) continue;
        const column = (field.log[element] + r) % period;
        row.push([j * period + column, powerOfAlpha(field, column)]);
      }
      rows.push(row);
    }
  }
  const matrix = parityCheckMatrix(field, width * period, rows);
  const [unused] = emptyColumns(matrix);
  if (unused !== undefined) throw new InputError(`column ${unused} has no entry: the mask leaves it no check`);
  return matrix;
}

function checkRange(name: string, [first, last]: readonly [number, number], period: number): void {
  if (!Number.isInteger(first) || !Number.isInteger(last) || first < 0 || first > last || last >= period) {
    throw new InputError(`${name} ${first}-${last} are not an ascending range within 0-${period - 1}`);
  }
}

function maskTest(mask: DispersionOptions["mask"], height: number, width: number) {
  if (mask === undefined) return () => true;
  if (mask.length * height !== width) {
    throw new InputError(
      `a mask of ${mask.length} circulants of size ${height} covers ${mask.length * height} columns, not ${width}`,
    );
  }
  for (const position of mask.flat()) {
    if (!Number.isInteger(position) || position < 0 || position >= height) {
      throw new InputError(`mask position ${position} is outside 0 … ${height - 1}`);
    }
  }
  const kept = mask.map((positions) => new Set(positions));
  return (i: number, j: number) => kept[Math.floor(j / height)].has((((j - i) % height) + height) % height);
}
