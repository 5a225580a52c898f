import { STREAM_INTERLEAVER } from "../../channel/random.ts";
import { philox } from "../../kernels.ts";

/** Bits of a column: 8 bytes, one from each eighth of a window. */
const COLUMN_BITS = 64;
/** Most columns of a window: 8 MiB of bits, and a table of 4 MiB. */
const WINDOW_COLUMNS = 2 ** 20;
/** Number of parts of a window, one for each bit of a byte. */
const EIGHTHS = 8;

/** A range of bits that are reordered among themselves. */
export interface InterleavedWindow {
  readonly index: number;
  /** First bit, a multiple of 64. */
  readonly first: number;
  /** Number of bits, a multiple of 64. */
  readonly bits: number;
}

/**
 * A public permutation of the bits of a string that spreads bursts of errors over blocks (doc/design/decisions/0025). The string is cut into
 * windows of about 8 MiB. In a window of 8·m bytes, column c is byte (c + r_e) mod m of each eighth e. Its 8 × 8 bits are
 * transposed, and byte t of the transpose becomes byte (τ(c) + s_t) mod m of eighth t, so that neighbouring bits go to different
 * eighths and neighbouring bytes to random places. τ is random, and so are the rotations r and s. Fewer than 64 bits at
 * the end of the string keep their places.
 *
 * Philox, stream 5: word i of the counters (⌊i/4⌋, 0, 0, 5) gives the i-th step of τ (the inside-out shuffle of Fisher and Yates), words 0 … 15
 * of the counters (window, 0, 1 … 4, 5) give r and then s. A word w becomes ⌊w·k/2³²⌋ where a number below k is wanted.
 */
export class Interleaver {
  readonly #columns: number;
  readonly #windows: number;
  readonly #key: readonly [number, number];
  /** By the number of a window's columns; a string has at most two such numbers. */
  readonly #orders = new Map<number, Uint32Array>();

  /** @param key two 32-bit words, public, but unknown to everybody while the errors arise. */
  constructor(bits: number, key: readonly [number, number]) {
    this.#columns = Math.floor(bits / COLUMN_BITS);
    this.#windows = Math.ceil(this.#columns / WINDOW_COLUMNS);
    this.#key = key;
  }

  /** The window of bit `bit`; undefined for the bits at the end that keep their places. */
  windowOf(bit: number): InterleavedWindow | undefined {
    const column = Math.floor(bit / COLUMN_BITS);
    if (column >= this.#columns) return undefined;
    // Windows differ by one column at most, and the larger windows come first.
    const [least, larger] = [Math.floor(this.#columns / this.#windows), this.#columns % this.#windows];
    const ofLarger = larger * (least + 1);
    const index =
      column < ofLarger ? Math.floor(column / (least + 1)) : larger + Math.floor((column - ofLarger) / least);
    const first = index * least + Math.min(index, larger);
    return { index, first: first * COLUMN_BITS, bits: (least + (index < larger ? 1 : 0)) * COLUMN_BITS };
  }

  /** The reordered bits of a window, packed. @param bytes its bits in the order of the string, packed. */
  reorder({ index, bits }: InterleavedWindow, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const columns = bits / COLUMN_BITS;
    const [from, to] = this.#rotations(index, columns);
    const reordered = new Uint8Array(bits / 8);
    reorderColumns(bytes, reordered, this.#order(columns), from, to);
    return reordered;
  }

  #order(columns: number): Uint32Array {
    const known = this.#orders.get(columns);
    if (known !== undefined) return known;
    const order = new Uint32Array(columns);
    const words = new Uint32Array(4);
    for (let i = 0; i < columns; i++) {
      if (i % 4 === 0) philox(i / 4, 0, 0, STREAM_INTERLEAVER, ...this.#key, words);
      const j = below(words[i % 4], i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    this.#orders.set(columns, order);
    return order;
  }

  /** Rotations of the eighths that are read, and of the eighths that are written. */
  #rotations(window: number, columns: number): [from: number[], to: number[]] {
    const words = new Uint32Array(4);
    const rotations = Array.from({ length: 2 * EIGHTHS }, (_, i) => {
      if (i % 4 === 0) philox(window, 0, 1 + i / 4, STREAM_INTERLEAVER, ...this.#key, words);
      return below(words[i % 4], columns);
    });
    return [rotations.slice(0, EIGHTHS), rotations.slice(EIGHTHS)];
  }
}

function below(word: number, count: number): number {
  return Math.floor((word / 2 ** 32) * count);
}

/**
 * The loop is unrolled and holds only numbers, because it runs over all of the data.
 * @param columns the target of each column. @param from, to rotations of the eighths.
 */
function reorderColumns(
  source: Uint8Array,
  target: Uint8Array,
  columns: Uint32Array,
  from: readonly number[],
  to: readonly number[],
): void {
  const m = columns.length;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = from;
  const [s0, s1, s2, s3, s4, s5, s6, s7] = to;
  const place = (column: number, rotation: number) =>
    column + rotation < m ? column + rotation : column + rotation - m;
  for (let c = 0; c < m; c++) {
    // Rows 0 … 3 and 4 … 7 of the 8 × 8 bits.
    let x =
      (source[place(c, r0)] << 24) |
      (source[m + place(c, r1)] << 16) |
      (source[2 * m + place(c, r2)] << 8) |
      source[3 * m + place(c, r3)];
    let y =
      (source[4 * m + place(c, r4)] << 24) |
      (source[5 * m + place(c, r5)] << 16) |
      (source[6 * m + place(c, r6)] << 8) |
      source[7 * m + place(c, r7)];
    // Transposed: single bits of 2 × 2 squares, then pairs of 4 × 4 squares, then the two words' halves.
    let swap = (x ^ (x >>> 7)) & 0x00aa00aa;
    x ^= swap ^ (swap << 7);
    swap = (y ^ (y >>> 7)) & 0x00aa00aa;
    y ^= swap ^ (swap << 7);
    swap = (x ^ (x >>> 14)) & 0x0000cccc;
    x ^= swap ^ (swap << 14);
    swap = (y ^ (y >>> 14)) & 0x0000cccc;
    y ^= swap ^ (swap << 14);
    swap = (x ^ (y >>> 4)) & 0x0f0f0f0f;
    x ^= swap;
    y ^= swap << 4;
    const column = columns[c];
    target[place(column, s0)] = x >>> 24;
    target[m + place(column, s1)] = x >>> 16;
    target[2 * m + place(column, s2)] = x >>> 8;
    target[3 * m + place(column, s3)] = x;
    target[4 * m + place(column, s4)] = y >>> 24;
    target[5 * m + place(column, s5)] = y >>> 16;
    target[6 * m + place(column, s6)] = y >>> 8;
    target[7 * m + place(column, s7)] = y;
  }
}
