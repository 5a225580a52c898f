import { part } from "../../src/gpu/part.ts";

export const circulantsPart = part("source/circulants", new URL("./circulants.wgsl", import.meta.url));

/** Words of a circulant in the buffer `circulants`: first symbol of the block column, step between its symbols, shift. */
export const CIRCULANT_WORDS = 3;

/**
 * Adds rows i … i + count − 1 of circulants `from` … `to` − 1 to sums[at …], over GF(2); `word` is where the codeword
 * begins. Twin of loops over `circulant_symbol` in wgsl/source/circulants.wgsl.
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
    let x = (i + circulants[CIRCULANT_WORDS * entry + 2]) % liftingSize;
    for (let j = at; j < at + count; j++) {
      sums[j] ^= codeword[first + step * x];
      x = x + 1 === liftingSize ? 0 : x + 1;
    }
  }
}
