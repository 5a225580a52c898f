import { galoisField } from "../../galois/field.ts";
import { reduceBitRows } from "../elimination/bit-elimination.ts";
import { type BitRows, bitCount } from "../elimination/bit-rows.ts";
import { walkStart } from "./walk-start.ts";
import type { LightWord, TakeWord, WalkStart, WordGenerator } from "./word-generator.ts";

const FIELD = galoisField(2);

/** A generator matrix over GF(2), its rows in words of 32 bits. Unsent bits begin in a new word. */
export class BitGenerator implements WordGenerator {
  readonly q = 2;
  readonly n: number;
  readonly #matrix: BitRows;
  /** Position in the codeword of every bit of a row. */
  readonly #positions: Int32Array;
  /** Number of words of a row that count for its weight. */
  readonly #weighed: number;

  private constructor(matrix: BitRows, positions: Int32Array, n: number) {
    this.#matrix = matrix;
    this.#positions = positions;
    this.n = n;
    this.#weighed = Math.ceil(n / 32);
  }

  /**
   * @param positions positions in the codeword of all columns of the rows. @param n number of sent columns, which come
   * first.
   */
  static of(rows: readonly Uint8Array[], positions: Uint32Array, n: number): BitGenerator {
    const unsent = 32 * Math.ceil(n / 32) - n;
    const bitOf = (column: number) => (column < n ? column : column + unsent);
    const width = Math.ceil((positions.length + (positions.length > n ? unsent : 0)) / 32);
    const words = new Uint32Array(rows.length * width);
    rows.forEach((row, i) => {
      row.forEach((bit, column) => {
        words[i * width + (bitOf(column) >>> 5)] |= bit << (bitOf(column) & 31);
      });
    });
    const places = new Int32Array(32 * width).fill(-1);
    positions.forEach((position, column) => {
      places[bitOf(column)] = position;
    });
    return new BitGenerator({ rows: rows.length, width, words }, places, n);
  }

  get k(): number {
    return this.#matrix.rows;
  }

  get isEven(): boolean {
    const { rows, width, words } = this.#matrix;
    for (let row = 0; row < rows; row++) {
      let weight = 0;
      for (let w = 0; w < this.#weighed; w++) weight += bitCount(words[row * width + w]);
      if (weight % 2 === 1) return false;
    }
    return true;
  }

  systematic(order: ArrayLike<number>): number[] {
    return reduceBitRows(this.#matrix, order);
  }

  visitSums(first: number, count: number, maximum: number, take: TakeWord): number {
    const { rows, width, words } = this.#matrix;
    const weighed = this.#weighed;
    /** Sums of the rows chosen so far, [number of rows − 1][word]. */
    const sums = new Uint32Array(count * width);
    sums.set(words.subarray(first * width, (first + 1) * width));
    let wanted = maximum;
    const weigh = (at: number): void => {
      let weight = 0;
      for (let w = 0; w < weighed && weight <= wanted; w++) weight += bitCount(sums[at + w]);
      if (weight <= wanted) wanted = take(this.#word(sums.subarray(at, at + width), weight));
    };
    /** Adds one more row, `begin` or later, to the sum of `chosen` rows. */
    const extend = (begin: number, chosen: number): void => {
      const [from, to] = [(chosen - 1) * width, chosen * width];
      if (chosen + 1 === count) {
        const sum = sums.subarray(from, to);
        for (let row = begin; row < rows; row++) {
          row = lightSum(this.#matrix, sum, row, weighed, wanted);
          if (row === rows) break;
          for (let w = 0; w < width; w++) sums[to + w] = sums[from + w] ^ words[row * width + w];
          weigh(to);
        }
        return;
      }
      for (let row = begin; row < rows; row++) {
        for (let w = 0; w < width; w++) sums[to + w] = sums[from + w] ^ words[row * width + w];
        extend(row + 1, chosen + 1);
      }
    };
    if (count === 1) weigh(0);
    else extend(first + 1, 1);
    return wanted;
  }

  walkStart(): WalkStart {
    const { width, words } = this.#matrix;
    const symbolOf = (row: number, column: number) => (words[row * width + (column >>> 5)] >>> (column & 31)) & 1;
    const labels = 32 * (width - this.#weighed);
    return walkStart(this, FIELD, { symbolOf, labelled: 32 * this.#weighed, labels });
  }

  wordOf(planes: Uint32Array, weight: number): LightWord {
    return this.#word(planes, weight);
  }

  copy(): BitGenerator {
    return new BitGenerator({ ...this.#matrix, words: this.#matrix.words.slice() }, this.#positions, this.n);
  }

  #word(sum: Uint32Array, weight: number): LightWord {
    const positions: number[] = [];
    sum.forEach((word, w) => {
      for (let left = word; left !== 0; left &= left - 1) {
        positions.push(this.#positions[32 * w + 31 - Math.clz32(left & -left)]);
      }
    });
    return { weight, positions: Uint32Array.from(positions).sort(), values: new Uint8Array(positions.length).fill(1) };
  }
}

/** The first row, `begin` or later, whose sum with another weighs at most the maximum; the number of rows if none does. */
function lightSum({ rows, width, words }: BitRows, sum: Uint32Array, begin: number, weighed: number, maximum: number) {
  for (let row = begin; row < rows; row++) {
    const at = row * width;
    let weight = 0;
    for (let w = 0; w < weighed && weight <= maximum; w++) weight += bitCount(sum[w] ^ words[at + w]);
    if (weight <= maximum) return row;
  }
  return rows;
}
