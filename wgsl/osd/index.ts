/** Most positions of a frame. A position and its reliability share a word, and the cost of a word stays below 2³¹. */
export const POSITIONS_MAXIMUM = 2 ** 14;

/** Most flips of patterns in prefixes and last flips: SIZE_MAXIMUM of wgsl/osd/patterns.wgsl. */
export const PREFIXED_MAXIMUM = 5;
/** Most flips that larger patterns are among. */
export const EXHAUSTIVE_REACH = 16;

/** Words of a row of H and its syndrome bit. */
export function rowWords(positions: number): number {
  return Math.floor(positions / 32) + 1;
}

/** Words of a row of H over GF(q) and its syndrome symbol. */
export function symbolRowWords(positions: number): number {
  return Math.floor(positions / 4) + 1;
}
