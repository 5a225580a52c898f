import { DEFAULT_GENERATOR, type RandomGenerator } from "../../src/channel/random.ts";

const WORD = 2n ** 32n;

/** Philox4x32-10 by its authors' definition, in exact integers. Counter and result run from word 0 to word 3. */
export function philoxExact(counter: readonly number[], key: readonly number[]): number[] {
  let [x0, x1, x2, x3] = counter.map(BigInt);
  let [k0, k1] = key.map(BigInt);
  for (let round = 0; round < 10; round++) {
    const product0 = 0xd2511f53n * x0;
    const product1 = 0xcd9e8d57n * x2;
    [x0, x1, x2, x3] = [(product1 / WORD) ^ x1 ^ k0, product1 % WORD, (product0 / WORD) ^ x3 ^ k1, product0 % WORD];
    k0 = (k0 + 0x9e3779b9n) % WORD;
    k1 = (k1 + 0xbb67ae85n) % WORD;
  }
  return [x0, x1, x2, x3].map(Number);
}

/** Left rotations of the first and of the second pair, by the round's number modulo 8. */
const ROTATIONS = [
  [10n, 26n],
  [11n, 21n],
  [13n, 27n],
  [23n, 5n],
  [6n, 20n],
  [17n, 11n],
  [25n, 10n],
  [18n, 20n],
];

/**
 * Threefry4x32 by its authors' definition from Threefish, in exact integers. Each round mixes neighbouring words and then exchanges words 1
 * and 3.
 * @param key four words.
 */
export function threefryExact(counter: readonly number[], key: readonly number[], rounds: number): number[] {
  const schedule = [...key.map(BigInt), key.map(BigInt).reduce((sum, word) => sum ^ word, 0x1bd11bdan)];
  let state = counter.map(BigInt);
  const addKey = (addition: number) => {
    state = state.map((word, i) => {
      const own = schedule[(addition + i) % 5] + (i === 3 ? BigInt(addition) : 0n);
      return (word + own) % WORD;
    });
  };
  const mixed = ([first, second]: readonly bigint[], bits: bigint) => {
    const sum = (first + second) % WORD;
    const rotated = ((second * 2n ** bits) % WORD) | (second / 2n ** (32n - bits));
    return [sum, rotated ^ sum];
  };
  addKey(0);
  for (let round = 0; round < rounds; round++) {
    const [left, right] = ROTATIONS[round % 8];
    const [a, b] = mixed(state.slice(0, 2), left);
    const [c, d] = mixed(state.slice(2, 4), right);
    state = [a, d, c, b];
    if ((round + 1) % 4 === 0) addKey((round + 1) / 4);
  }
  // The last exchange only renames words, so it is undone after an odd number of rounds.
  if (rounds % 2 === 1) state = [state[0], state[3], state[2], state[1]];
  return state.map(Number);
}

const EXACT: Readonly<Record<RandomGenerator, (counter: readonly number[], key: readonly number[]) => number[]>> = {
  "philox4x32-10": philoxExact,
  "threefry4x32-13": (counter, key) => threefryExact(counter, [...key, 0, 0], 13),
};

/** The four words of a generator in exact integers. @param key two words. */
export function randomExact(generator: RandomGenerator, counter: readonly number[], key: readonly number[]): number[] {
  return EXACT[generator](counter, key);
}

/** Random words of a frame. The counter is frame low, frame high, position, stream, as in doc/design/codes-and-channels.md. */
export function frameRandom(
  frame: number,
  position: number,
  stream: number,
  key: readonly number[],
  generator: RandomGenerator = DEFAULT_GENERATOR,
): number[] {
  const index = BigInt(frame);
  return randomExact(generator, [Number(index % WORD), Number(index / WORD), position, stream], key);
}
