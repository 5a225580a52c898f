import { expect, it } from "vitest";
import type { V128 } from "../../src/wgsl-cpu/wasm/code.ts";
import { FunctionBuilder } from "../../src/wgsl-cpu/wasm/function.ts";
import { i32, i32op } from "../../src/wgsl-cpu/wasm/i32.ts";
import { instantiate, moduleBytes } from "../../src/wgsl-cpu/wasm/module.ts";
import { exp, expAndComplement, logRatio } from "../../src/wgsl-cpu/wasm/numeric.ts";
import { binary, floats, load, store } from "../../src/wgsl-cpu/wasm/simd.ts";

/** Results of a function of f32 numbers, computed four at a time. */
function evaluate(of: (f: FunctionBuilder, x: V128) => V128, values: Float32Array): Float32Array {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const numbers = new Float32Array(memory.buffer);
  const f = new FunctionBuilder("evaluate", 1);
  f.do(store(f.parameter(0), of(f, load(f.parameter(0)))));
  const { evaluate } = instantiate(new WebAssembly.Module(moduleBytes([f])), memory);
  const results = new Float32Array(values.length);
  for (let i = 0; i < values.length; i += 4) {
    numbers.set(values.subarray(i, i + 4));
    evaluate(0);
    results.set(numbers.subarray(0, 4), i);
  }
  return results;
}

/** Largest relative difference from the result of Math. */
function error(results: Float32Array, values: Float32Array, exact: (x: number) => number): number {
  return values.reduce((most, x, i) => Math.max(most, Math.abs(results[i] / exact(x) - 1)), 0);
}

const COUNT = 40_000;

it("a module exports its functions", () => {
  const double = new FunctionBuilder("double", 1);
  double.returns(i32op("mul", double.parameter(0), i32(2)));
  const memory = new WebAssembly.Memory({ initial: 1 });
  expect(instantiate(new WebAssembly.Module(moduleBytes([double])), memory).double(-21)).toBe(-42);
});

it("exp is within 3e-7 of Math.exp", () => {
  const values = Float32Array.from({ length: COUNT }, (_, i) => -87 + (174 * i) / COUNT);
  expect(error(evaluate(exp, values), values, Math.exp)).toBeLessThan(3e-7);
});

it("what is left of 1 beside exp is within 3e-7 of Math.expm1", () => {
  const values = Float32Array.from({ length: COUNT }, (_, i) => -(2 ** (-30 + (36 * i) / COUNT)));
  const complement = (f: FunctionBuilder, x: V128) => expAndComplement(f, x).complement;
  expect(error(evaluate(complement, values), values, (x) => -Math.expm1(x))).toBeLessThan(3e-7);
});

it("the logarithm of a quotient is within 4e-7 of Math.log", () => {
  const values = Float32Array.from({ length: COUNT }, (_, i) => 2 ** (-120 + (240 * (i + 0.5)) / COUNT));
  const ofThird = (f: FunctionBuilder, x: V128) => logRatio(f, x, floats(3), binary("f32x4.sub", x, floats(3)));
  expect(error(evaluate(ofThird, values), values, (x) => Math.log(x / 3))).toBeLessThan(4e-7);
});

it("the logarithm of a quotient next to 1 is as good as the difference", () => {
  const values = Float32Array.from({ length: COUNT }, (_, i) => 2 ** (-30 + (28 * i) / COUNT));
  const ofNext = (f: FunctionBuilder, x: V128) => {
    const [above, below] = (["f32x4.add", "f32x4.sub"] as const).map((of) => binary(of, floats(1), x));
    return logRatio(f, above, below, binary("f32x4.add", x, x));
  };
  expect(error(evaluate(ofNext, values), values, (x) => 2 * Math.atanh(x))).toBeLessThan(4e-7);
});
