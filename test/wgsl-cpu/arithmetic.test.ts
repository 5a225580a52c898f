import { describe, expect, it } from "vitest";
import { firsts, runSnippet } from "./run-compiled.ts";

const floats = (...values: number[]) => new Uint32Array(Float32Array.from(values).buffer);
const asFloats = (words: Uint32Array) => new Float32Array(words.buffer, words.byteOffset, words.length);

// Integers and booleans are compared with a device: expressions.test.ts.
const X = Float32Array.of(0, -0.5, 1.5, 2.5, -7.25, 1e-3, 80, 0.75);
const Y = Float32Array.of(1, 0.25, -3, 1e6, 2, 1e-4, 3, 0.75);
const { fround } = Math;
const FLOATS: readonly [expression: string, of: (x: number, y: number) => number, units?: number][] = [
  ["x + y", (x, y) => x + y],
  ["x - y", (x, y) => x - y],
  ["x * y", (x, y) => x * y],
  ["x / y", (x, y) => x / y],
  ["-x", (x) => -x],
  ["abs(x)", Math.abs],
  ["floor(x)", Math.floor],
  ["sqrt(abs(x))", (x) => Math.sqrt(Math.abs(x))],
  ["saturate(x)", (x) => Math.min(Math.max(x, 0), 1)],
  ["min(x, y)", Math.min],
  ["max(x, y)", Math.max],
  ["clamp(x, -1.0, 2.0)", (x) => Math.min(Math.max(x, -1), 2)],
  ["select(x, y, x < y)", (x, y) => (x < y ? y : x)],
  ["select(x, -1.0, x < y) - select(x, -1.0, y < 2.0)", (x, y) => (x < y ? -1 : x) - (y < 2 ? -1 : x)],
  ["f32(i32(x))", Math.trunc],
  ["f32(u32(max(x, 0.0)))", (x) => Math.trunc(Math.max(x, 0))],
  ["f32(x >= y)", (x, y) => Number(x >= y)],
  ["exp(-abs(x))", (x) => Math.exp(-Math.abs(x)), 3],
  ["exp(min(x, 20.0))", (x) => Math.exp(Math.min(x, 20)), 3],
  ["log(abs(y))", (_, y) => Math.log(Math.abs(y)), 4],
  ["tanh(x)", Math.tanh, 4],
  ["0.1 * x", (x) => fround(0.1) * x],
  ["unpack2x16float(pack2x16float(vec2f(x, 1.0))).x", half],
];

/** The nearest f16 number, with 11 significant bits, and 0 below 2^-14. */
function half(x: number): number {
  if (Math.abs(x) < 2 ** -14) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(x)));
  const unit = 2 ** (exponent - 10);
  return Math.round(x / unit) * unit;
}

describe("f32", () => {
  const input = floats(...X, ...Y);
  const body = (x: string, y: string, expression: string) =>
    `let x = bitcast<f32>(input[${x}]); let y = bitcast<f32>(input[${y}]); output[4u * item] = bitcast<u32>(${expression});`;
  const compare = (actual: number, expected: number, units: number, what: string) => {
    const unit = Math.max(Math.abs(expected) * 2 ** -23, 2 ** -149);
    expect(Math.abs(actual - fround(expected)), `${what}: ${actual}, ${expected}`).toBeLessThanOrEqual(units * unit);
  };
  it.each(FLOATS)("%s of lanes", (expression, of, units = 0) => {
    const actual = asFloats(firsts(runSnippet(body("item", "item + 8u", expression), input, 8)));
    for (const [i, x] of X.entries()) compare(actual[i], of(x, Y[i]), units, `${x}, ${Y[i]}`);
  });
  it.each(FLOATS)("%s of scalars", (expression, of, units = 0) => {
    const each = Array.from(X, (_, i) => `{ ${body(`${i}`, `${i + 8}`, expression).replace("4u * item", `${i}`)} }`);
    const actual = asFloats(runSnippet(each.join("\n"), input, X.length / 4));
    for (const [i, x] of X.entries()) compare(actual[i], of(x, Y[i]), units, `${x}, ${Y[i]}`);
  });
});
