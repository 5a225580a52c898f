import { philoxKeys, ROUNDS } from "../../../src/channel/philox.ts";
import type { I32, V128 } from "../../../src/wasm/code.ts";
import type { FunctionBuilder, Local } from "../../../src/wasm/function.ts";
import { binary, load, shuffle, words } from "../../../src/wasm/simd.ts";

const MULTIPLIERS = [0xd2511f53, 0xcd9e8d57] as const;
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
 */
export function simdPhilox(f: FunctionBuilder, keys: I32, states: readonly PhiloxState[]): void {
  for (let round = 0; round < ROUNDS; round++) {
    for (const [c0, c1, c2, c3] of states) {
      const [high0, low0] = product(f, c0, MULTIPLIERS[0]);
      const [high1, low1] = product(f, c2, MULTIPLIERS[1]);
      const keyOf = (half: number) => load(keys, (2 * round + half) * VECTOR);
      f.set(c0, binary("v128.xor", binary("v128.xor", high1, c1), keyOf(0)));
      f.set(c2, binary("v128.xor", binary("v128.xor", high0, c3), keyOf(1)));
      f.set(c1, low1);
      f.set(c3, low0);
    }
  }
}

/** High and low words of the products with a constant. */
function product(f: FunctionBuilder, value: V128, multiplier: number): [high: Local<"v128">, low: Local<"v128">] {
  const first = f.vector(binary("i64x2.extmul_low_i32x4_u", value, words(multiplier)));
  const second = f.vector(binary("i64x2.extmul_high_i32x4_u", value, words(multiplier)));
  return [f.vector(shuffle(first, second, HIGH)), f.vector(shuffle(first, second, LOW))];
}
