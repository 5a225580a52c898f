import { describe, expect, it } from "vitest";
import { RANDOM_GENERATORS, type RandomWords, randomGenerators } from "../../../src/channel/random/generators.ts";
import { STREAM_INFORMATION, STREAM_NOISE } from "../../../src/channel/random/streams.ts";
import { threefryExact } from "../../oracle/random-words.ts";
import { randomNumbers } from "../../simulation/random.ts";

// Statistics of the random words that simulations draw: counters increase in one word while the other words stay. Counters and keys are
// fixed, so results are reproducible. BigCrush, which the authors of the generators report, takes hours.

/** A counter: frame low, frame high, position, stream. */
type Counter = readonly [number, number, number, number];

/** Counters that differ in one word alone, as for neighbouring frames, positions and streams. */
const AXES = {
  "frames of the noise": (i: number): Counter => [i, 0, 5, STREAM_NOISE],
  "frames of the information": (i: number): Counter => [i, 0, 5, STREAM_INFORMATION],
  "positions of the noise": (i: number): Counter => [77, 1, i, STREAM_NOISE],
  "positions of the information": (i: number): Counter => [77, 1, i, STREAM_INFORMATION],
  "upper words of frames": (i: number): Counter => [3, i, 5, STREAM_NOISE],
  streams: (i: number): Counter => [3, 0, 5, i],
} as const;

/** Largest deviation of a nearly normal statistic of random words, in standard deviations. One statistic in 10⁹ exceeds it. */
const DEVIATIONS = 6;

const LENGTH = 2 ** 14;
const KEY = [1, 0xdeadbeef] as const;

/** Words 0 … 3 of counters 0, 1, … of an axis, one after the other. */
function wordsAlong(random: RandomWords, axis: (i: number) => Counter, length = LENGTH): Uint32Array {
  const words = new Uint32Array(4 * length);
  for (let i = 0; i < length; i++) random(...axis(i), ...KEY, words.subarray(4 * i, 4 * i + 4));
  return words;
}

/** Deviation of a χ² with many cells from its mean, in standard deviations. */
function chiSquared(counts: Uint32Array, total: number): number {
  const expected = total / counts.length;
  const sum = counts.reduce((all, count) => all + (count - expected) ** 2 / expected, 0);
  return (sum - (counts.length - 1)) / Math.sqrt(2 * (counts.length - 1));
}

/** Largest deviation over bytes of the four words, and over pairs of the same byte of neighbouring counters, upper four bits of each. */
function unevenness(words: Uint32Array): number {
  const count = words.length / 4;
  let worst = 0;
  for (let word = 0; word < 4; word++) {
    for (let shift = 0; shift < 32; shift += 8) {
      const bytes = new Uint32Array(256);
      const pairs = new Uint32Array(256);
      for (let i = 0; i < count; i++) {
        const byte = (words[4 * i + word] >>> shift) & 255;
        bytes[byte]++;
        if (i % 2 === 1) pairs[(byte & 0xf0) | ((words[4 * (i - 1) + word] >>> (shift + 4)) & 15)]++;
      }
      worst = Math.max(worst, Math.abs(chiSquared(bytes, count)), Math.abs(chiSquared(pairs, count / 2)));
    }
  }
  return worst;
}

/** The least balanced bit of the four words. */
function imbalance(words: Uint32Array): number {
  const count = words.length / 4;
  let worst = 0;
  for (let bit = 0; bit < 128; bit++) {
    let ones = 0;
    for (let i = 0; i < count; i++) ones += (words[4 * i + (bit >> 5)] >>> (bit & 31)) & 1;
    worst = Math.max(worst, Math.abs(2 * ones - count) / Math.sqrt(count));
  }
  return worst;
}

/** Birthday spacings (Marsaglia): 4,096 words on a circle of 2³² have about four equal distances. Each of the four words has 16 circles. */
function birthdaySpacings(words: Uint32Array): number {
  const birthdays = 4096;
  let equal = 0;
  let expected = 0;
  for (let first = 0; first + 4 * birthdays <= words.length; first += 4 * birthdays) {
    for (let word = 0; word < 4; word++) {
      const days = Uint32Array.from({ length: birthdays }, (_, i) => words[first + 4 * i + word]).sort();
      const spacings = days.map((day, i) => day - days[(i + birthdays - 1) % birthdays]).sort();
      for (let i = 1; i < birthdays; i++) if (spacings[i] === spacings[i - 1]) equal++;
      expected += birthdays ** 3 / 2 ** 34;
    }
  }
  return Math.abs(equal - expected) / Math.sqrt(expected);
}

/** Largest deviation of the rate at which a counter bit changes an output bit. @param bits bits of a counter word that change. */
function avalanche(random: RandomWords, bits: readonly number[]): number {
  const draw = randomNumbers(5);
  const changes = new Uint32Array(bits.length * 128);
  const trials = 512;
  const [before, after] = [new Uint32Array(4), new Uint32Array(4)];
  for (let trial = 0; trial < trials; trial++) {
    const counter = [Math.floor(draw() * 2 ** 20), 0, Math.floor(draw() * 2 ** 12), trial % 2];
    random(counter[0], counter[1], counter[2], counter[3], ...KEY, before);
    for (const [b, bit] of bits.entries()) {
      const other = [...counter];
      other[bit >> 5] ^= 2 ** (bit & 31);
      random(other[0], other[1], other[2], other[3], ...KEY, after);
      for (let out = 0; out < 128; out++) {
        changes[128 * b + out] += ((before[out >> 5] ^ after[out >> 5]) >>> (out & 31)) & 1;
      }
    }
  }
  return changes.reduce((worst, count) => Math.max(worst, Math.abs(2 * count - trials) / Math.sqrt(trials)), 0);
}

const COUNTER_BITS = Array.from({ length: 128 }, (_, bit) => bit);

describe.each(RANDOM_GENERATORS)("%s", (generator) => {
  const random = randomGenerators[generator];

  it.each(Object.entries(AXES))("has random words along %s", (_, axis) => {
    const words = wordsAlong(random, axis);
    expect(unevenness(words), "bytes").toBeLessThan(DEVIATIONS);
    expect(imbalance(words), "bits").toBeLessThan(DEVIATIONS);
    expect(birthdaySpacings(wordsAlong(random, axis, 4 * LENGTH)), "spacings").toBeLessThan(DEVIATIONS);
  });

  it("changes half of all output bits with any bit of the counter", () => {
    expect(avalanche(random, COUNTER_BITS)).toBeLessThan(DEVIATIONS);
  });
});

describe("the tests find fault with generators that are none", () => {
  const ofRounds =
    (rounds: number): RandomWords =>
    (c0, c1, c2, c3, key0, key1, out) =>
      out.set(threefryExact([c0, c1, c2, c3], [key0, key1, 0, 0], rounds));
  const axis = AXES["frames of the noise"];

  it("Threefry of 4 rounds", () => {
    const words = wordsAlong(ofRounds(4), axis, 2 ** 12);
    expect(unevenness(words)).toBeGreaterThan(DEVIATIONS);
    expect(imbalance(words)).toBeGreaterThan(DEVIATIONS);
    expect(avalanche(ofRounds(4), [0, 31])).toBeGreaterThan(DEVIATIONS);
  });

  it("a counter of equal steps", () => {
    const steps: RandomWords = (c0, c1, c2, c3, _0, _1, out) => {
      for (let i = 0; i < 4; i++) out[i] = Math.imul(c0 + c1 + c2 + c3 + i, 0x9e3779b1);
    };
    expect(birthdaySpacings(wordsAlong(steps, axis))).toBeGreaterThan(DEVIATIONS);
  });
});
