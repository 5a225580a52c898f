import { part } from "../../../src/gpu/part.ts";

export const circulantsPart = part("source/encoding/circulants", new URL("./circulants.wgsl", import.meta.url));

/** Words of a circulant in the buffer `circulants`: first symbol of the block column, step between its symbols, shift. */
export const CIRCULANT_WORDS = 3;

/**
 * Adds rows i … i + count − 1 of circulants `from` … `to` − 1 to sums[at …], over GF(2); `word` is where the codeword
 * begins. Twin of loops over `circulant_symbol` in wgsl/source/encoding/circulants.wgsl.
 */
export function addCirculants(
  sums: { [index: number]: number },
  at: number,
  circulants: ArrayLike<number>,
  [from, to]: readonly [number, number],
  codeword: ArrayLike<number>,
  word: number,
  liftingSize: number,
  i: number,
  count: number,
): void {
  for (let entry = from; entry < to; entry++) {
    const first = word + circulants[CIRCULANT_WORDS * entry];
    const step = circulants[CIRCULANT_WORDS * entry + 1];
    const x = (i + circulants[CIRCULANT_WORDS * entry + 2]) % liftingSize;
    // Up to the end of the block column, then from its start.
    const beforeEnd = Math.min(count, liftingSize - x);
    addEach(sums, at, codeword, first + step * x, step, beforeEnd);
    addEach(sums, at + beforeEnd, codeword, first, step, count - beforeEnd);
  }
}

function addEach(
  sums: { [index: number]: number },
  at: number,
  codeword: ArrayLike<number>,
  first: number,
  step: number,
  count: number,
): void {
  for (let j = 0; j < count; j++) sums[at + j] ^= codeword[first + step * j];
}
