import type { V128 } from "../../../../../src/wasm/code.ts";
import { FunctionBuilder } from "../../../../../src/wasm/function.ts";
import { add, i32, i32op } from "../../../../../src/wasm/i32.ts";
import { binary, bytes, load, store, words } from "../../../../../src/wasm/simd.ts";

/** Symbols of a block: four of A, four of B and four results stay in registers. */
const BLOCK = 4;
const VECTOR = 16;

/** What a trellis step does with the numbers of a pair, and of several pairs. */
export interface StepNumbers {
  readonly least: (a: V128, b: V128) => V128;
  readonly pair: (a: V128, b: V128) => V128;
  /** Greater than any message. */
  readonly largest: V128;
}

/**
 * Maxima of pairs of non-negative f32 numbers: their bits have the same order, and processors find twice as many minima
 * of integers at once.
 */
export const POSITIVE_FLOATS: StepNumbers = {
  least: (a, b) => binary("i32x4.min_s", a, b),
  pair: (a, b) => binary("i32x4.max_s", a, b),
  largest: words(0x7f000000),
};

/** Maxima of pairs. */
export const BYTES: StepNumbers = {
  least: (a, b) => binary("i8x16.min_u", a, b),
  pair: (a, b) => binary("i8x16.max_u", a, b),
  largest: bytes(0xff),
};

/**
 * The function `step(a, b, c)`: C(c) = min over x of the pairs A(x), B(c ⊕ x) of vectors of numbers, [symbol][lane]. Blocks of four symbols
 * c and four x need four of B, since ⊕ keeps blocks together.
 * @param q at least 4.
 */
export function trellisStep(q: number, { least, pair, largest }: StepNumbers): FunctionBuilder {
  const f = new FunctionBuilder("step", 3);
  const [a, b, c] = [0, 1, 2].map((i) => f.parameter(i));
  const end = i32(q * VECTOR);
  const from = f.integer(i32(0));
  f.count(from, end, BLOCK * VECTOR, () => {
    const results = Array.from({ length: BLOCK }, () => f.vector(largest));
    const x = f.integer(i32(0));
    f.count(x, end, BLOCK * VECTOR, () => {
      const left = f.integer(add(a, x));
      const right = f.integer(add(b, i32op("xor", from, x)));
      const [lefts, rights] = [left, right].map((at) =>
        Array.from({ length: BLOCK }, (_, i) => f.vector(load(at, i * VECTOR))),
      );
      for (let i = 0; i < BLOCK; i++) {
        for (let s = 0; s < BLOCK; s++) f.set(results[s], least(results[s], pair(lefts[i], rights[s ^ i])));
      }
    });
    for (let s = 0; s < BLOCK; s++) f.do(store(add(c, from), results[s], s * VECTOR));
  });
  return f;
}
