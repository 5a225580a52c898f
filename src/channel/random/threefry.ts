/**
 * Threefry4x32-13, a counter-based random generator of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy
 * as 1, 2, 3" (SC 2011, sections 3.1 and 4). It uses only additions, rotations and exclusive-ors, which WGSL has. By
 * their table 2 it needs 12 rounds to pass BigCrush; their published known answers have 13 rounds.
 * wgsl/common/random/threefry.wgsl makes the same numbers.
 */

/** Rounds of the generator. */
export const ROUNDS = 13;
/** Left rotations of the two sums of a round, by its number modulo 8. */
export const ROTATIONS = [
  [10, 26],
  [11, 21],
  [13, 27],
  [23, 5],
  [6, 20],
  [17, 11],
  [25, 10],
  [18, 20],
] as const;
/** The fifth word of the key is the exclusive or of this and the other four. */
const PARITY = 0x1bd11bda;
/** Rounds between two additions of the key. */
export const KEY_ROUNDS = 4;

/**
 * Writes the four random words of one counter value to `out[0 … 3]`, for a key whose third and fourth words are zero.
 * Counter and key are 32-bit words; the project uses counter = (frame low, frame high, position, stream).
 */
export function threefry(
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  key0: number,
  key1: number,
  out: Uint32Array,
): void {
  const keys = [key0, key1, 0, 0, key0 ^ key1 ^ PARITY];
  out[0] = c0 + keys[0];
  out[1] = c1 + keys[1];
  out[2] = c2;
  out[3] = c3;
  for (let round = 0; round < ROUNDS; round++) {
    const [left, right] = ROTATIONS[round % 8];
    // A round adds the second word to the first and the fourth to the third; the next round adds the fourth to the
    // first.
    const odd = round % 2 === 0 ? 1 : 3;
    mix(out, 0, odd, left);
    mix(out, 2, 4 - odd, right);
    if ((round + 1) % KEY_ROUNDS !== 0) continue;
    const addition = (round + 1) / KEY_ROUNDS;
    for (let word = 0; word < 4; word++) out[word] += keys[(addition + word) % 5];
    out[3] += addition;
  }
}

/** Adds one word to another, and replaces the added word by the exclusive or of its rotation and the sum. */
function mix(state: Uint32Array, sum: number, rotated: number, bits: number): void {
  state[sum] += state[rotated];
  state[rotated] = ((state[rotated] << bits) | (state[rotated] >>> (32 - bits))) ^ state[sum];
}
