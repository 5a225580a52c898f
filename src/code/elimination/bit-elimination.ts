import { finish, type Steps } from "../steps.ts";
import { type BitRows, bitCount } from "./bit-rows.ts";

/** Pivots that are eliminated together: a row takes one addition for all eight, from a table of 2^8 sums. */
const PANEL = 8;

/**
 * Gauss-Jordan elimination in place, trying columns in the given order. Afterwards row r has a one in the r-th pivot
 * column and every other row a zero there; rows from the rank on are zero.
 *
 * Takes rows · rank · width / 8 additions of words: eight pivots are found first, each on rows as if the earlier pivots
 * had reduced them; then a row is reduced by all eight at once ("four Russians": Arlazarov, Dinic, Kronrod and
 * Faradzhev, 1970).
 * @returns the pivot columns; their number is the rank.
 * @example reduceBitRows(patternBitRows(matrix), [2, 1, 0]).length // the rank of three columns
 */
export function reduceBitRows(matrix: BitRows, columnOrder: ArrayLike<number>): number[] {
  return finish(bitReduction(matrix, columnOrder));
}

/**
 * `reduceBitRows` in steps of eight pivots.
 * @param forward reduces only the rows that are no pivot yet: the pivot columns are the same, and take a third of the
 * time.
 */
export function* bitReduction(matrix: BitRows, columnOrder: ArrayLike<number>, forward = false): Steps<number[]> {
  const pivots: number[] = [];
  let next = 0;
  while (pivots.length < matrix.rows && next < columnOrder.length) {
    const panel = new Panel(matrix, pivots.length);
    while (!panel.isFull && next < columnOrder.length) {
      const column = columnOrder[next++];
      if (panel.take(column)) pivots.push(column);
    }
    panel.reduceOthers(forward ? pivots.length : 0);
    yield Math.max(pivots.length / matrix.rows, next / columnOrder.length);
  }
  return pivots;
}

/** Consecutive pivot rows that are reduced by each other, while all other rows wait to be reduced by them. */
class Panel {
  readonly #matrix: BitRows;
  /** Row of its first pivot. */
  readonly #first: number;
  /** The pivots that a waiting row contains, a bit each. */
  readonly #waiting: Uint8Array;
  #size = 0;

  constructor(matrix: BitRows, first: number) {
    this.#matrix = matrix;
    this.#first = first;
    this.#waiting = new Uint8Array(matrix.rows);
  }

  get isFull(): boolean {
    return this.#size === PANEL || this.#first + this.#size === this.#matrix.rows;
  }

  /** Makes a column the next pivot. @returns whether a row that is no pivot yet has a one there. */
  take(column: number): boolean {
    const { rows } = this.#matrix;
    const target = this.#first + this.#size;
    let pivotBits = 0;
    for (let i = 0; i < this.#size; i++) pivotBits |= this.#bit(this.#first + i, column) << i;
    let found = target;
    while (found < rows && (this.#bit(found, column) ^ (bitCount(this.#waiting[found] & pivotBits) & 1)) === 0) found++;
    if (found === rows) return false;
    for (let i = 0; i < this.#size; i++) if ((this.#waiting[found] >> i) & 1) this.#add(found, this.#first + i);
    this.#swap(found, target);
    for (let i = 0; i < this.#size; i++) if ((pivotBits >> i) & 1) this.#add(this.#first + i, target);
    for (let r = 0; r < rows; r++) this.#waiting[r] |= this.#bit(r, column) << this.#size;
    this.#size++;
    return true;
  }

  /** Reduces all rows from one on but its own. */
  reduceOthers(firstRow: number): void {
    if (this.#size === 0) return;
    const { rows, width, words } = this.#matrix;
    const [from, to] = this.#filledWords();
    const span = to - from;
    const sums = this.#sums(from, span);
    for (let r = firstRow; r < rows; r++) {
      const sum = this.#waiting[r] * span;
      if (sum === 0 || (r >= this.#first && r < this.#first + this.#size)) continue;
      const row = r * width + from;
      for (let w = 0; w < span; w++) words[row + w] ^= sums[sum + w];
    }
  }

  /** Sums of its pivot rows, [subset][word]. */
  #sums(from: number, span: number): Uint32Array {
    const { width, words } = this.#matrix;
    const sums = new Uint32Array(span << this.#size);
    for (let subset = 1; subset < 1 << this.#size; subset++) {
      const pivot = 31 - Math.clz32(subset);
      const [target, rest] = [subset * span, (subset ^ (1 << pivot)) * span];
      const row = (this.#first + pivot) * width + from;
      for (let w = 0; w < span; w++) sums[target + w] = sums[rest + w] ^ words[row + w];
    }
    return sums;
  }

  /** The range of words that can be nonzero in the pivot rows. */
  #filledWords(): [number, number] {
    const { width, words } = this.#matrix;
    const isFilled = (w: number) => {
      for (let i = 0; i < this.#size; i++) if (words[(this.#first + i) * width + w] !== 0) return true;
      return false;
    };
    let [from, to] = [0, width];
    while (!isFilled(from)) from++;
    while (!isFilled(to - 1)) to--;
    return [from, to];
  }

  #bit(row: number, column: number): number {
    return (this.#matrix.words[row * this.#matrix.width + (column >>> 5)] >>> (column & 31)) & 1;
  }

  #add(row: number, other: number): void {
    const { width, words } = this.#matrix;
    for (let w = 0; w < width; w++) words[row * width + w] ^= words[other * width + w];
  }

  #swap(a: number, b: number): void {
    if (a === b) return;
    const { width, words } = this.#matrix;
    const row = words.slice(a * width, (a + 1) * width);
    words.copyWithin(a * width, b * width, (b + 1) * width);
    words.set(row, b * width);
    [this.#waiting[a], this.#waiting[b]] = [this.#waiting[b], this.#waiting[a]];
  }
}
