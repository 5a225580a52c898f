import { conjugate, multiply } from "../octonions.ts";

/**
 * The information that two rotations of the same eight values reveal about the eight bits of each (doc/design/reconciliation.md, why data
 * are used once). α·y = ‖y‖·s and α'·y = ‖y‖·s' give s' = α'·(ᾱ·s). This orthogonal map is known, and it maps few of the 256 sign vectors
 * to sign vectors.
 */

/** An equation over sixteen bits, eight of the first word and eight of the second: the sum of the listed bits. */
export interface PairEquation {
  readonly bits: readonly number[];
  readonly value: number;
}

/** Sign vectors have a distance of at least 0.7, and α is published with 16 bits. */
const TOLERANCE = 0.01;

/** Pairs of words that agree with both rotations. Bit i of a number is bit i of the first word, bit 8 + i is bit i of the second. */
export function possiblePairs(alpha: readonly number[], other: readonly number[]): number[] {
  const pairs: number[] = [];
  for (let word = 0; word < 256; word++) {
    const signs = Array.from({ length: 8 }, (_, i) => (1 - 2 * ((word >> i) & 1)) / Math.sqrt(8));
    const image = multiply(other, multiply(conjugate(alpha), signs)).map((value) => value * Math.sqrt(8));
    if (image.some((value) => Math.abs(Math.abs(value) - 1) > TOLERANCE)) continue;
    pairs.push(word | image.reduce((bits, value, i) => bits | (value < 0 ? 256 << i : 0), 0));
  }
  return pairs;
}

/** All equations that hold for each of the pairs: the orthogonal complement of their affine hull. */
export function pairEquations(pairs: readonly number[]): PairEquation[] {
  const [first, ...rest] = pairs;
  // Reduced row echelon form of the differences, by leading bit.
  const rows: number[] = [];
  for (const pair of rest) {
    let row = pair ^ first;
    for (const other of rows) if (row & lowestBit(other)) row ^= other;
    if (row === 0) continue;
    for (let i = 0; i < rows.length; i++) if (rows[i] & lowestBit(row)) rows[i] ^= row;
    rows.push(row);
  }
  const leading = rows.map(lowestBit);
  const free = Array.from({ length: 16 }, (_, i) => 1 << i).filter((bit) => !leading.includes(bit));
  return free.map((bit) => {
    const mask = rows.reduce((sum, row, i) => (row & bit ? sum | leading[i] : sum), bit);
    const bits = Array.from({ length: 16 }, (_, i) => i).filter((i) => (mask >> i) & 1);
    return { bits, value: bits.reduce((sum, i) => sum ^ ((first >> i) & 1), 0) };
  });
}

function lowestBit(value: number): number {
  return value & -value;
}
