import type { V128 } from "../../../../src/wasm/code.ts";
import { FunctionBuilder, type Local } from "../../../../src/wasm/function.ts";
import { add, i32 } from "../../../../src/wasm/i32.ts";
import { binary, load, store } from "../../../../src/wasm/simd.ts";

const VECTOR = 16;
/** Stages of a pass, whose eight numbers and two more stay in registers. */
const STAGES = 3;

/** The function `transform(vector)`: the Walsh-Hadamard transform of a vector of q f32 numbers, [symbol][lane], in place. */
export function transformFunction(q: number): FunctionBuilder {
  const f = new FunctionBuilder("transform", 1);
  const end = f.integer(add(f.parameter(0), q * VECTOR));
  const registers = Array.from({ length: 2 ** STAGES }, () => f.local("v128"));
  for (let length = 1; length < q; length *= 2 ** STAGES) {
    const numbers = Math.min(2 ** STAGES, q / length);
    const block = f.integer(f.parameter(0));
    f.count(block, end, numbers * length * VECTOR, () => {
      const at = f.integer(block);
      const behind = f.integer(add(block, length * VECTOR));
      f.count(at, behind, VECTOR, () => pass(f, at, length * VECTOR, registers.slice(0, numbers)));
    });
  }
  return f;
}

/** The butterflies of numbers at a distance of `bytes` bytes. */
function pass(f: FunctionBuilder, at: Local<"i32">, bytes: number, values: readonly Local<"v128">[]): void {
  for (const [i, value] of values.entries()) f.set(value, load(at, i * bytes));
  const difference = f.local("v128");
  for (let length = 1; length < values.length; length *= 2) {
    for (const [i, low] of values.entries()) {
      if ((i & length) !== 0) continue;
      const high = values[i + length];
      f.set(difference, binary("f32x4.sub", low, high));
      f.set(low, binary("f32x4.add", low, high));
      f.set(high, difference);
    }
  }
  for (const [i, value] of values.entries()) f.do(store(at, value, i * bytes));
}

/**
 * The function `multiply(vectors)`: replaces each of `count` vectors of q f32 numbers by the product of the other vectors, symbol by
 * symbol. The products of the vectors before it and after it are computed in the order of the WGSL.
 */
export function othersFunction(q: number, count: number, bytes: number): FunctionBuilder {
  const f = new FunctionBuilder("multiply", 1);
  const at = f.integer(f.parameter(0));
  const own = Array.from({ length: count }, () => f.local("v128"));
  const before = Array.from({ length: count }, () => f.local("v128"));
  const behind = f.local("v128");
  const times = (a: V128, b: V128) => binary("f32x4.mul", a, b);
  f.count(at, f.integer(add(f.parameter(0), i32(q * VECTOR))), VECTOR, () => {
    for (const [i, value] of own.entries()) f.set(value, load(at, i * bytes));
    f.set(before[1], own[0]);
    for (let i = 2; i < count; i++) f.set(before[i], times(before[i - 1], own[i - 1]));
    f.do(store(at, before[count - 1], (count - 1) * bytes));
    f.set(behind, own[count - 1]);
    for (let i = count - 2; i > 0; i--) {
      f.do(store(at, times(before[i], behind), i * bytes));
      f.set(behind, times(behind, own[i]));
    }
    f.do(store(at, behind));
  });
  return f;
}
