import {
  isKeyless,
  KEY_ADDITIONS,
  KEY_ROUNDS,
  ROTATIONS,
  ROUNDS,
  threefryKeys,
} from "../../../../src/channel/random/threefry.ts";
import type { I32, V128 } from "../../../../src/wasm/code.ts";
import type { FunctionBuilder, Local } from "../../../../src/wasm/function.ts";
import { i32 } from "../../../../src/wasm/i32.ts";
import { binary, load, loadSplat, shift } from "../../../../src/wasm/simd.ts";
import type { RandomState, SimdRandom } from "./random.ts";

const VECTOR = 16;

/** Number of rounds that process a frame's and a position's words separately. The second round adds them. */
const ROUNDS_APART = 2;

/** Threefry4x32-13 of four counters at once. */
export const simdThreefry: SimdRandom = {
  name: "threefry",
  keyBytes: 4 * KEY_ADDITIONS * VECTOR,
  writeKeys(memory, at, key) {
    for (const [i, word] of threefryKeys(key).entries()) memory.fill(word, at + 4 * i, at + 4 * i + 4);
  },
  words(f, keys, states) {
    for (const state of states) addKeys(f, keys, state, 0);
    rounds(f, keys, states, 0);
  },
  // In the first round a position's words 2 and 3 meet; the second adds word 3 to the frame's word 0, and the frame's word 1 to word 2.
  writePositions(table, count, _high, stream) {
    const [[, first], [second]] = ROTATIONS;
    for (let position = 0, at = 0; position < count; position++) {
      const sum = (position + stream) | 0;
      const other = rotated(stream, first) ^ sum;
      table[at++] = sum;
      table[at++] = other;
      table[at++] = rotated(other, second);
    }
  },
  frames(f, keys, frame, high) {
    const [[first], [, second]] = ROTATIONS;
    const low = f.vector(binary("i32x4.add", frame, keyOf(keys, 0, 0)));
    const other = f.vector(binary("i32x4.add", high, keyOf(keys, 0, 1)));
    mix(f, low, other, first);
    return [low, other, f.vector(rotation(other, second))];
  },
  state(f, [low, high, highRotated], position, offset) {
    const c0 = f.vector(binary("i32x4.add", low, loadSplat(position, offset + 4)));
    const c2 = f.vector(binary("i32x4.add", high, loadSplat(position, offset)));
    const c3 = f.vector(binary("v128.xor", c0, loadSplat(position, offset + 8)));
    return [c0, f.vector(binary("v128.xor", c2, highRotated)), c2, c3];
  },
  laterWords: (f, keys, states) => rounds(f, keys, states, ROUNDS_APART),
};

function rounds(f: FunctionBuilder, keys: I32, states: readonly RandomState[], first: number): void {
  for (let round = first; round < ROUNDS; round++) {
    const [left, right] = ROTATIONS[round % ROTATIONS.length];
    for (const [c0, c1, c2, c3] of states) {
      const [one, other] = round % 2 === 0 ? [c1, c3] : [c3, c1];
      mix(f, c0, one, left);
      mix(f, c2, other, right);
    }
    if ((round + 1) % KEY_ROUNDS !== 0) continue;
    for (const state of states) addKeys(f, keys, state, (round + 1) / KEY_ROUNDS);
  }
}

function addKeys(f: FunctionBuilder, keys: I32, state: RandomState, addition: number): void {
  for (const [word, own] of state.entries()) {
    if (!isKeyless(addition, word)) f.set(own, binary("i32x4.add", own, keyOf(keys, addition, word)));
  }
}

function mix(f: FunctionBuilder, sum: Local<"v128">, other: Local<"v128">, bits: number): void {
  f.set(sum, binary("i32x4.add", sum, other));
  f.set(other, binary("v128.xor", rotation(other, bits), sum));
}

function rotation(value: Local<"v128">, bits: number): V128 {
  return binary("v128.or", shift("i32x4.shl", value, i32(bits)), shift("i32x4.shr_u", value, i32(32 - bits)));
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/** A key word that is added to the state, in all lanes. */
function keyOf(keys: I32, addition: number, word: number): V128 {
  return load(keys, (4 * addition + word) * VECTOR);
}
