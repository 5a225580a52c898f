import { MULTIPLIER_0, MULTIPLIER_1, multiplyHigh, philoxKeys, ROUNDS } from "../../../src/channel/philox.ts";
import type { I32, V128 } from "../../../src/wasm/code.ts";
import type { FunctionBuilder, Local } from "../../../src/wasm/function.ts";
import { binary, load, loadSplat, shuffle, words } from "../../../src/wasm/simd.ts";

const VECTOR = 16;

/** Bytes of the round keys in memory. */
export const KEY_BYTES = 2 * ROUNDS * VECTOR;

const LOW = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
const HIGH = LOW.map((byte) => byte + 4);

/** Writes the keys of all rounds, each four times side by side. @param at word of memory where they begin. */
export function writeKeys(memory: Uint32Array, at: number, key: readonly [number, number]): void {
  for (const [i, word] of philoxKeys(key).entries()) memory.fill(word, at + 4 * i, at + 4 * i + 4);
}

/** A counter value of Philox in each lane; after `simdPhilox` its four random words. */
export type PhiloxState = readonly [Local<"v128">, Local<"v128">, Local<"v128">, Local<"v128">];

/**
 * Philox4x32-10 of four counters to a state, of several states at once: their rounds alternate, so that one computes while the other waits
 * for its products. Twin: src/channel/philox.ts.
 * @param keys address of the round keys.
 * @param firstRound rounds that are done.
 */
export function simdPhilox(f: FunctionBuilder, keys: I32, states: readonly PhiloxState[], firstRound = 0): void {
  for (let round = firstRound; round < ROUNDS; round++) {
    const [key0, key1] = [0, 1].map((half) => f.vector(keyOf(keys, round, half)));
    for (const [c0, c1, c2, c3] of states) {
      const [high0, low0] = product(f, c0, MULTIPLIER_0);
      const [high1, low1] = product(f, c2, MULTIPLIER_1);
      f.set(c0, binary("v128.xor", binary("v128.xor", high1, c1), key0));
      f.set(c2, binary("v128.xor", binary("v128.xor", high0, c3), key1));
      f.set(c1, low1);
      f.set(c3, low0);
    }
  }
}

/**
 * Rounds that a frame and a position go through apart from each other: the words of a counter (frame low, frame high, position, stream)
 * meet in sums without carry alone until then.
 */
export const ROUNDS_APART = 2;

/** What the first rounds make of the frames' numbers alone. */
export type PhiloxFrames = readonly [first: Local<"v128">, second: Local<"v128">, third: Local<"v128">];

/** Bytes of what the first rounds make of a position alone: words that are added to a frame's first and third, and its fourth. */
export const POSITION_BYTES = 12;

/** Writes what the first rounds make of positions 0, 1, … and the upper word of the frames' numbers. */
export function writePositions(words: Uint32Array, count: number, high: number, key: readonly [number, number]): void {
  const keys = philoxKeys(key);
  for (let position = 0, at = 0; position < count; position++) {
    const first = multiplyHigh(MULTIPLIER_1, position) ^ high ^ keys[0];
    words[at++] = Math.imul(MULTIPLIER_1, position) ^ keys[2];
    words[at++] = multiplyHigh(MULTIPLIER_0, first) ^ keys[3];
    words[at++] = Math.imul(MULTIPLIER_0, first);
  }
}

/** The frames' part of the first rounds. @param frame lower words of the frames' numbers. */
export function simdPhiloxFrames(f: FunctionBuilder, keys: I32, frame: V128, stream: number): PhiloxFrames {
  const [high, low] = product(f, frame, MULTIPLIER_0);
  const third = binary("v128.xor", binary("v128.xor", high, words(stream)), keyOf(keys, 0, 1));
  return [...product(f, third, MULTIPLIER_1), low];
}

/** The state after the first rounds. @param position address of that position's words. */
export function simdPhiloxState(
  f: FunctionBuilder,
  [first, second, third]: PhiloxFrames,
  position: I32,
  offset: number,
): PhiloxState {
  return [
    f.vector(binary("v128.xor", first, loadSplat(position, offset))),
    f.vector(second),
    f.vector(binary("v128.xor", third, loadSplat(position, offset + 4))),
    f.vector(loadSplat(position, offset + 8)),
  ];
}

/** A key of a round, in all lanes. */
function keyOf(keys: I32, round: number, half: number): V128 {
  return load(keys, (2 * round + half) * VECTOR);
}

/** High and low words of the products with a constant. */
function product(f: FunctionBuilder, value: V128, multiplier: number): [high: Local<"v128">, low: Local<"v128">] {
  const factor = f.vector(value);
  const first = f.vector(binary("i64x2.extmul_low_i32x4_u", factor, words(multiplier)));
  const second = f.vector(binary("i64x2.extmul_high_i32x4_u", factor, words(multiplier)));
  return [f.vector(shuffle(first, second, HIGH)), f.vector(shuffle(first, second, LOW))];
}
