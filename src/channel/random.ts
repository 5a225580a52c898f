/**
 * Philox4x32-10, the counter-based random generator of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy
 * as 1, 2, 3" (SC 2011). wgsl/common/random/philox.wgsl makes the same numbers, for any counter, in any order.
 */

/** Multipliers of the first and third word of a counter. */
const MULTIPLIER_0 = 0xd2511f53;
const MULTIPLIER_1 = 0xcd9e8d57;
const WEYL_0 = 0x9e3779b9;
const WEYL_1 = 0xbb67ae85;
const PHILOX_ROUNDS = 10;

/**
 * Writes the four random words of one counter value to `out[0 … 3]`. Counter and key are 32-bit words; the project uses
 * counter = (frame low, frame high, position, stream).
 * @param c0 counter, word 0: lower half of the frame's number.
 * @param c1 counter, word 1: upper half of the frame's number.
 * @param c2 counter, word 2: position in the frame.
 * @param c3 counter, word 3: stream, which distinguishes noise, codewords and other uses.
 * @param key0 key, word 0.
 * @param key1 key, word 1.
 * @param out [word], at least four; the first four are overwritten.
 * @example
 * const words = new Uint32Array(4);
 * philox(0, 0, 0, 0, 0, 0, words);
 * words[0].toString(16); // → "6627e8d5"
 */
export function philox(
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  key0: number,
  key1: number,
  out: Uint32Array,
): void {
  for (let round = 0; round < PHILOX_ROUNDS; round++) {
    const high0 = multiplyHigh(MULTIPLIER_0, c0);
    const low0 = Math.imul(MULTIPLIER_0, c0);
    const high1 = multiplyHigh(MULTIPLIER_1, c2);
    const low1 = Math.imul(MULTIPLIER_1, c2);
    c0 = high1 ^ c1 ^ key0;
    c1 = low1;
    c2 = high0 ^ c3 ^ key1;
    c3 = low0;
    key0 = (key0 + WEYL_0) | 0;
    key1 = (key1 + WEYL_1) | 0;
  }
  out[0] = c0;
  out[1] = c1;
  out[2] = c2;
  out[3] = c3;
}

/** Upper 32 bits of the 64-bit product, from 16-bit halves as in WGSL, which has no 64-bit integers. */
function multiplyHigh(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const cross = aLow * bHigh + (middle & 0xffff);
  return (aHigh * bHigh + (middle >>> 16) + (cross >>> 16)) | 0;
}

/**
 * Threefry4x32-13, a counter-based random generator of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy
 * as 1, 2, 3" (SC 2011, sections 3.1 and 4). It uses only additions, rotations and exclusive-ors, which WGSL has. By
 * their table 2 it needs 12 rounds to pass BigCrush; their published known answers have 13 rounds.
 * wgsl/common/random/threefry.wgsl makes the same numbers.
 */

const THREEFRY_ROUNDS = 13;
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
const KEY_ROUNDS = 4;

/**
 * Writes the four random words of one counter value to `out[0 … 3]`. Counter words and key words have 32 bits. The
 * project uses counter = (frame low, frame high, position, stream).
 */
export type RandomWords = (
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  key0: number,
  key1: number,
  out: Uint32Array,
) => void;

/**
 * Writes the four random words of one counter value to `out[0 … 3]`, for a key whose third and fourth words are zero.
 * Counter and key are 32-bit words; the project uses counter = (frame low, frame high, position, stream).
 */
export const threefry: RandomWords = (c0, c1, c2, c3, key0, key1, out) => {
  const keys = [key0, key1, 0, 0, key0 ^ key1 ^ PARITY];
  out[0] = c0 + keys[0];
  out[1] = c1 + keys[1];
  out[2] = c2;
  out[3] = c3;
  for (let round = 0; round < THREEFRY_ROUNDS; round++) {
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
};

/** Adds one word to another, and replaces the added word by the exclusive or of its rotation and the sum. */
function mix(state: Uint32Array, sum: number, rotated: number, bits: number): void {
  state[sum] += state[rotated];
  state[rotated] = ((state[rotated] << bits) | (state[rotated] >>> (32 - bits))) ^ state[sum];
}

/** The random generators of a simulation by their names; new runs use the first. */
export const randomGenerators = {
  "threefry4x32-13": threefry,
  "philox4x32-10": philox,
} as const satisfies Record<string, RandomWords>;

/**
 * Name of a random generator.
 * @example
 * const generators: RandomGenerator[] = ["threefry4x32-13", "philox4x32-10"];
 */
export type RandomGenerator = keyof typeof randomGenerators;

export const RANDOM_GENERATORS = Object.keys(randomGenerators) as [RandomGenerator, ...RandomGenerator[]];

/** The random generator of new runs. */
export const DEFAULT_GENERATOR: RandomGenerator = RANDOM_GENERATORS[0];

/** Noise. The stream, the last word of the counter, separates the uses of randomness within a frame. */
export const STREAM_NOISE = 0;
/** Random information symbols. */
export const STREAM_INFORMATION = 1;
/** Order in which positions of a word are punctured and shortened, for a whole stream of blocks. */
export const STREAM_POSITIONS = 2;
/** Correlated Gaussian values of two ends; the counter is an index of values. */
export const STREAM_VALUES = 3;
/** Which groups of Gaussian values are made public; the counter is an index of groups. */
export const STREAM_DISCLOSURE = 4;
/** Order of the bits of an interleaved string; the counter is an index within a window, or of a window. */
export const STREAM_INTERLEAVER = 5;
/** Gains of a fading channel; the counter is an index of blocks of equal gain. */
export const STREAM_FADING = 6;
/** Values of variables in a decoder, drawn from a distribution; the counter is a code symbol, and the member of an ensemble. */
export const STREAM_DECODER = 7;
/** Orders of layers in a decoder; the counter is a place in the order, the iteration, and the member of an ensemble. */
export const STREAM_ORDER = 8;
/** Floors: the set of variables towards which a frame is biased, its code words, and draws of splitting; the counter is a frame, a word, or a level. */
export const STREAM_BIAS = 9;
/** Random flips of a decoder; the counter is an index of 32 frames, a variable, and the iteration, from bit 8 of the stream on. */
export const STREAM_FLIPS = 10;
