import { FunctionBuilder } from "../../../../src/wasm/function.ts";
import { add, i32, i32op } from "../../../../src/wasm/i32.ts";
import { binary, load, store, words } from "../../../../src/wasm/simd.ts";

/** Symbols of a block: four of A, four of B and four results stay in registers. */
const BLOCK = 4;
const VECTOR = 16;
/** Bits of a number greater than any message. */
const LARGEST_BITS = 0x7f000000;

/**
 * The function `step(a, b, c)`: C(c) = min over x of max(A(x), B(c ⊕ x)) of vectors of f32 numbers, [symbol][lane]. Blocks of four symbols
 * c and four x need four of B, since ⊕ keeps blocks together. Numbers that are not negative are ordered as their bits are, of which
 * processors find twice as many minima at once.
 * @param q at least 4.
 */
export function trellisStep(q: number): FunctionBuilder {
  const f = new FunctionBuilder("step", 3);
  const [a, b, c] = [0, 1, 2].map((i) => f.parameter(i));
  const end = i32(q * VECTOR);
  const from = f.integer(i32(0));
  f.count(from, end, BLOCK * VECTOR, () => {
    const least = Array.from({ length: BLOCK }, () => f.vector(words(LARGEST_BITS)));
    const x = f.integer(i32(0));
    f.count(x, end, BLOCK * VECTOR, () => {
      const left = f.integer(add(a, x));
      const right = f.integer(add(b, i32op("xor", from, x)));
      const [lefts, rights] = [left, right].map((at) =>
        Array.from({ length: BLOCK }, (_, i) => f.vector(load(at, i * VECTOR))),
      );
      for (let i = 0; i < BLOCK; i++) {
        for (let s = 0; s < BLOCK; s++) {
          f.set(least[s], binary("i32x4.min_s", least[s], binary("i32x4.max_s", lefts[i], rights[s ^ i])));
        }
      }
    });
    for (let s = 0; s < BLOCK; s++) f.do(store(add(c, from), least[s], s * VECTOR));
  });
  return f;
}
