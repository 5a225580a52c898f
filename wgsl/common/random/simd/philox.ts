import { MULTIPLIER_0, MULTIPLIER_1, multiplyHigh, philoxKeys, ROUNDS } from "../../../../src/channel/random/philox.ts";
import type { I32, V128 } from "../../../../src/wasm/code.ts";
import type { FunctionBuilder, Local } from "../../../../src/wasm/function.ts";
import { binary, load, loadSplat, shuffle, words } from "../../../../src/wasm/simd.ts";
import type { RandomState, SimdRandom } from "./random.ts";

const VECTOR = 16;
const LOW = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
const HIGH = LOW.map((byte) => byte + 4);

/** Number of rounds that process a frame's and a position's words separately. */
const ROUNDS_APART = 2;

/** Philox4x32-10 of four counters at once. */
export const simdPhilox: SimdRandom = {
  name: "philox",
  keyBytes: 2 * ROUNDS * VECTOR,
  writeKeys(memory, at, key) {
    for (const [i, word] of philoxKeys(key).entries()) memory.fill(word, at + 4 * i, at + 4 * i + 4);
  },
  words: (f, keys, states) => rounds(f, keys, states, 0),
  writePositions(table, count, high, _stream, key) {
    const keys = philoxKeys(key);
    for (let position = 0, at = 0; position < count; position++) {
      const first = multiplyHigh(MULTIPLIER_1, position) ^ high ^ keys[0];
      table[at++] = Math.imul(MULTIPLIER_1, position) ^ keys[2];
      table[at++] = multiplyHigh(MULTIPLIER_0, first) ^ keys[3];
      table[at++] = Math.imul(MULTIPLIER_0, first);
    }
  },
  frames(f, keys, frame, _high, stream) {
    const [high, low] = product(f, frame, MULTIPLIER_0);
    const third = binary("v128.xor", binary("v128.xor", high, words(stream)), keyOf(keys, 0, 1));
    return [...product(f, third, MULTIPLIER_1), low];
  },
  state: (f, [first, second, third], position, offset) => [
    f.vector(binary("v128.xor", first, loadSplat(position, offset))),
    f.vector(second),
    f.vector(binary("v128.xor", third, loadSplat(position, offset + 4))),
    f.vector(loadSplat(position, offset + 8)),
  ],
  laterWords: (f, keys, states) => rounds(f, keys, states, ROUNDS_APART),
};

function rounds(f: FunctionBuilder, keys: I32, states: readonly RandomState[], first: number): void {
  for (let round = first; round < ROUNDS; round++) {
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

/** A round's key in all lanes. */
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
