import { expect, it } from "vitest";
import { packBits, unpackBits } from "../../../src/code/packed-bits.ts";
import { Interleaver } from "../../../src/reconciliation/core/interleaver.ts";
import { interleavedFrom } from "../../oracle/reconciliation/interleaver.ts";
import { randomNumbers } from "../../simulation/random.ts";

const KEY: [number, number] = [0x01234567, 0x89abcdef];

function interleaved(bits: number, string: readonly number[], key = KEY): number[] {
  const interleaver = new Interleaver(bits, key);
  const window = interleaver.windowOf(0);
  if (window === undefined) return [...string];
  expect(interleaver.windowOf(window.bits)).toBeUndefined();
  const packed = interleaver.reorder(window, packBits(string.slice(0, window.bits), window.bits));
  return [...unpackBits(packed, window.bits, {}), ...string.slice(window.bits)];
}

/** Original position of each bit of an interleaved string. It takes one string for each binary digit of an index. */
function sources(bits: number, key = KEY): number[] {
  const indices = Array.from({ length: bits }, (_, i) => i);
  const from = new Array<number>(bits).fill(0);
  for (let digit = 0; 2 ** digit < bits; digit++) {
    const string = interleaved(
      bits,
      indices.map((i) => (i >> digit) & 1),
      key,
    );
    for (const i of indices) from[i] += string[i] << digit;
  }
  return from;
}

it("reorders the bits of strings of every length", () => {
  for (const bits of [...Array.from({ length: 200 }, (_, i) => i + 1), 640, 4096, 10_001, 64 * 1009]) {
    const from = sources(bits);
    expect(new Set(from).size, `${bits} bits`).toBe(bits);
    expect(from.every((source) => source < bits)).toBe(true);
  }
});

it.each([63, 64, 127, 640, 5 * 432, 64 * 97 + 3])("is what its definition says, of %i bits", (bits) => {
  expect(sources(bits)).toEqual(interleavedFrom(bits, KEY));
});

it("cuts long strings into windows that differ by one column at most", () => {
  const column = 64;
  for (const columns of [1, 2 ** 20, 2 ** 20 + 1, 2 ** 21 - 1, 5 * 2 ** 20 + 3, 24_999_999]) {
    const interleaver = new Interleaver(columns * column + 63, KEY);
    const sizes = new Set<number>();
    let first = 0;
    let count = 0;
    for (let window = interleaver.windowOf(0); window !== undefined; window = interleaver.windowOf(first)) {
      expect(window).toMatchObject({ index: count, first });
      expect(interleaver.windowOf(first + window.bits - 1)).toEqual(window);
      sizes.add(window.bits);
      first += window.bits;
      count++;
    }
    expect(first).toBe(columns * column);
    expect(count).toBe(Math.ceil(columns / 2 ** 20));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2 ** 26);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(column);
  }
});

it("spreads a burst over a whole window as chance would", () => {
  const interleaver = new Interleaver(2 ** 27 + 64, KEY);
  for (const at of [0, 2 ** 26 - 5000, 2 ** 26 + 777]) {
    const window = interleaver.windowOf(at)!;
    const burst = new Uint8Array(window.bits / 8);
    const begin = Math.floor((at - window.first) / 8);
    burst.fill(0xff, begin, begin + 250);
    const reordered = interleaver.reorder(window, burst);
    const counts = new Array<number>(50).fill(0);
    for (const [byte, value] of reordered.entries()) {
      if (value === 0) continue;
      // No two bits of a byte stay in one byte.
      expect(value & (value - 1)).toBe(0);
      counts[Math.floor((byte / reordered.length) * counts.length)]++;
    }
    expect(counts.reduce((a, b) => a + b)).toBe(2000);
    // χ² with 49 degrees of freedom. Each eighth has exactly 250 bits, so it is slightly less than for random positions.
    const chi = counts.reduce((sum, count) => sum + (count - 40) ** 2 / 40, 0);
    expect(chi).toBeGreaterThan(15);
    expect(chi).toBeLessThan(90);
  }
});

it("takes apart bursts that come again and again", () => {
  // In each eighth of 64 × 1009 bits, a burst has the same position. Without rotations whole bytes would be wrong.
  const m = 1009;
  const string = Array.from({ length: 64 * m }, (_, i) => ((i >> 3) % m < 50 ? 1 : 0));
  const random = randomNumbers(3);
  const key: [number, number] = [Math.floor(2 ** 32 * random()), Math.floor(2 ** 32 * random())];
  const bytes = packBits(interleaved(64 * m, string, key), 64 * m);
  const wrong = [...bytes].map((byte) => byte.toString(2).replaceAll("0", "").length);
  // 8 × 400 of the bits of 8072 bytes. For random positions a byte has 0.4 wrong bits on average, and almost never 8.
  expect(wrong.filter((count) => count >= 5).length).toBeLessThan(40);
});
