import { describe, expect, it } from "vitest";
import { firsts, runSnippet } from "./run-compiled.ts";

const floats = (...values: number[]) => new Uint32Array(Float32Array.from(values).buffer);
const asFloats = (words: Uint32Array) => new Float32Array(words.buffer, words.byteOffset, words.length);

/** Integer operands: negative, extreme and small numbers. */
const A = Uint32Array.of(7, 0, 0xffffffff, 0x80000000, 12, 0x7fffffff, 1000003);
const B = Uint32Array.of(3, 5, 1, 31, 4, 0xfffffff0, 17);
const i32 = (x: number) => x | 0;
const u32 = (x: number) => x >>> 0;

const INTEGERS: readonly [expression: string, of: (a: number, b: number) => number][] = [
  ["a + b", (a, b) => a + b],
  ["a - b", (a, b) => a - b],
  ["a * b", Math.imul],
  ["a / b", (a, b) => Math.floor(a / b)],
  ["a % b", (a, b) => a % b],
  ["a & b", (a, b) => a & b],
  ["a | b", (a, b) => a | b],
  ["a ^ b", (a, b) => a ^ b],
  ["~a", (a) => ~a],
  ["a << (b & 31u)", (a, b) => a << (b & 31)],
  ["a >> (b & 31u)", (a, b) => a >>> (b & 31)],
  ["u32(i32(a) >> (b & 31u))", (a, b) => a >> (b & 31)],
  ["u32(i32(a) / i32(b))", (a, b) => i32(i32(a) / i32(b))],
  ["u32(i32(a) % i32(b))", (a, b) => i32(a) % i32(b)],
  ["u32(-i32(a))", (a) => -i32(a)],
  ["min(a, b)", Math.min],
  ["max(a, b)", Math.max],
  ["u32(min(i32(a), i32(b)))", (a, b) => Math.min(i32(a), i32(b))],
  ["u32(max(i32(a), i32(b)))", (a, b) => Math.max(i32(a), i32(b))],
  ["clamp(a, 5u, 20u)", (a) => Math.min(Math.max(a, 5), 20)],
  ["u32(abs(i32(a)))", (a) => Math.abs(i32(a))],
  ["u32(a < b)", (a, b) => Number(a < b)],
  ["u32(a <= b)", (a, b) => Number(a <= b)],
  ["u32(a > b)", (a, b) => Number(a > b)],
  ["u32(a >= b)", (a, b) => Number(a >= b)],
  ["u32(i32(a) < i32(b))", (a, b) => Number(i32(a) < i32(b))],
  ["u32(a == b)", (a, b) => Number(a === b)],
  ["u32(a != b)", (a, b) => Number(a !== b)],
  ["u32((a < b) == (b > 4u))", (a, b) => Number(a < b === b > 4)],
  ["u32(!(a < b) && b > 4u)", (a, b) => Number(!(a < b) && b > 4)],
  ["u32(a < b || b > 4u)", (a, b) => Number(a < b || b > 4)],
  ["u32((a < b) | (b > 4u))", (a, b) => Number(a < b || b > 4)],
  ["select(a, b, a > b)", (a, b) => (a > b ? b : a)],
  ["a - select(0u, 0xffffffffu, a > b)", (a, b) => a + Number(a > b)],
  ["u32(i32(b) + select(0, -1, a >= b))", (a, b) => b - Number(a >= b)],
  ["countOneBits(a)", (a) => a.toString(2).replaceAll("0", "").length],
  ["firstTrailingBit(a)", (a) => (a === 0 ? -1 : 31 - Math.clz32(a & -a))],
  ["firstLeadingBit(a)", (a) => 31 - Math.clz32(a)],
  ["vec4u(a, b, 3u, 4u).wzyx.w + vec2u(a, b).y", (a, b) => a + b],
  ["(vec2u(a, b) + vec2u(1u))[b % 2u]", (a, b) => (b % 2 === 0 ? a : b) + 1],
  ["select(vec2u(a), vec2u(b), vec2<bool>(a > b, false)).x", (a, b) => (a > b ? b : a)],
  ["a / (b - b)", (a) => a],
  ["a % (b - b)", () => 0],
  ["a / 12u + a % 12u", (a) => Math.floor(a / 12) + (a % 12)],
  ["a / 8u + a % 8u", (a) => Math.floor(a / 8) + (a % 8)],
];

describe("integers", () => {
  const input = new Uint32Array([...A, ...B]);
  it.each(INTEGERS)("%s of lanes", (expression, of) => {
    const actual = firsts(
      runSnippet(`let a = input[item]; let b = input[item + 7u]; output[4u * item] = ${expression};`, input, 7),
    );
    expect([...actual]).toEqual([...A].map((a, i) => u32(of(a, B[i]))));
  });

  it.each(INTEGERS)("%s of scalars", (expression, of) => {
    for (const [i, a] of A.entries()) {
      const body = `let a = input[${i}]; let b = input[${i + 7}]; output[4u * item] = ${expression};`;
      expect(firsts(runSnippet(body, input, 1))[0], `${a}, ${B[i]}`).toBe(u32(of(a, B[i])));
    }
  });

  it.each(INTEGERS.filter(([expression]) => !expression.includes("(b - b)")))("%s of constants", (expression, of) => {
    for (const [i, a] of A.entries()) {
      const body = `const a = ${a}u; const b = ${B[i]}u; output[4u * item] = ${expression};`;
      expect(firsts(runSnippet(body, input, 1))[0], `${a}, ${B[i]}`).toBe(u32(of(a, B[i])));
    }
  });
});

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
    for (const [i, x] of X.entries()) {
      const [actual] = asFloats(firsts(runSnippet(body(`${i}`, `${i + 8}`, expression), input, 1)));
      compare(actual, of(x, Y[i]), units, `${x}, ${Y[i]}`);
    }
  });
});
