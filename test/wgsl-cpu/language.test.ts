import { describe, expect, it } from "vitest";
import { compileShader } from "../../src/wgsl-cpu/compile.ts";
import { WgslError } from "../../src/wgsl-cpu/parse/syntax.ts";
import { runCompiled, runSnippet } from "./run-compiled.ts";

const floats = (...values: number[]) => new Uint32Array(Float32Array.from(values).buffer);
const asFloats = (words: Uint32Array) => new Float32Array(words.buffer, words.byteOffset, words.length);
/** The first of the four outputs of each item. */
const firsts = (words: Uint32Array) => words.filter((_, i) => i % 4 === 0);

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

const CONSTRUCTS: readonly [name: string, body: string, of: (item: number) => number][] = [
  [
    "loop over a constant range",
    "var s = 0u; for (var i = 0u; i < 5u; i++) { s += i * item; } r = s;",
    (item) => 10 * item,
  ],
  [
    "loop that lanes leave one by one",
    "var s = 0u; for (var i = 0u; i < item; i++) { s += i; } r = s;",
    (item) => Math.abs(item * (item - 1)) / 2,
  ],
  [
    "break",
    "var s = 0u; for (var i = 0u; i < 100u; i++) { if (i * i > item) { break; } s = i; } r = s;",
    (item) => Math.floor(Math.sqrt(item)),
  ],
  [
    "continue",
    "var s = 0u; for (var i = 0u; i < item; i++) { if (i % 3u == 0u) { continue; } s += 1u; } r = s;",
    (item) => item - Math.ceil(item / 3),
  ],
  [
    "while",
    "var s = item; var n = 0u; while (s > 1u) { s = s / 2u; n++; } r = n;",
    (item) => Math.max(0, 31 - Math.clz32(item)),
  ],
  [
    "loop",
    "var s = item; var n = 0u; loop { if (s <= 1u) { break; } s = s / 2u; n++; } r = n;",
    (item) => Math.max(0, 31 - Math.clz32(item)),
  ],
  [
    "if and else",
    "if (item % 2u == 0u) { r = item; } else if (item % 3u == 0u) { r = 3u; } else { r = 7u; }",
    (item) => (item % 2 === 0 ? item : item % 3 === 0 ? 3 : 7),
  ],
  [
    "switch",
    "switch (item % 4u) { case 0u: { r = 5u; } case 1u, 2u: { r = 6u; } default: { r = item; } }",
    (item) => [5, 6, 6, item][item % 4],
  ],
  ["return from a function", "r = early(item);", (item) => (item < 10 ? 1 : item < 20 ? 2 : 3)],
  ["return from a loop of a function", "r = found(item);", (item) => (item < 7 ? item : 99)],
  ["pointer", "var s = 5u; grow(&s, item); r = s;", (item) => 5 + item],
  [
    "array with known indices",
    "var a: array<u32, 4>; a[1] = item; a[2] = 3u; r = a[0] + a[1] + a[2];",
    (item) => item + 3,
  ],
  [
    "array with an index of lanes",
    "var a: array<u32, 4>; for (var i = 0u; i < 4u; i++) { a[i] = i * i; } a[item % 4u] += 100u; r = a[1] + 1000u * a[item % 3u];",
    (item) => {
      const a = [0, 1, 4, 9];
      a[item % 4] += 100;
      return a[1] + 1000 * a[item % 3];
    },
  ],
  [
    "array with an index of a loop",
    "var a: array<u32, 20>; for (var i = 0u; i < 20u; i++) { a[i] = i + item; } var s = 0u; for (var i = 0u; i < 20u; i += 2u) { s += a[i]; } r = s;",
    (item) => 90 + 10 * item,
  ],
  [
    "copy of an array",
    "var a: array<u32, 20>; for (var i = 0u; i < 20u; i++) { a[i] = i; } var b = a; b[item % 20u] = 50u; r = a[item % 20u] + b[item % 20u];",
    (item) => (item % 20) + 50,
  ],
  [
    "vector with an index of lanes",
    "var v = vec4u(1u, 2u, 3u, 4u); v[item % 4u] = 9u; r = v.x + 10u * v[item % 2u];",
    (item) => {
      const v = [1, 2, 3, 4];
      v[item % 4] = 9;
      return v[0] + 10 * v[item % 2];
    },
  ],
  ["struct", "var p = Pair(item, 3.0); p.a += 2u; let q = p; r = q.a + u32(q.b);", (item) => item + 5],
  [
    "assignment in one branch of nested ones",
    "r = 1u; if (item > 3u) { if (item > 30u) { r = 2u; } r += 10u; }",
    (item) => (item > 30 ? 12 : item > 3 ? 11 : 1),
  ],
  [
    "right side of && only where the left holds",
    "r = select(0u, 1u, item < 10u && input[item] == item);",
    (item) => Number(item < 10),
  ],
  ["private variable", "counter = item; bump(); r = counter;", (item) => item + 1],
  [
    "loop whose condition asks what its body sets",
    "var s = 0u; for (var i = 0u; i < 3u && s == 0u; i++) { if (i == item) { s = 10u - i; } } r = s;",
    (item) => (item < 3 ? 10 - item : 0),
  ],
];
const DECLARATIONS = `
  struct Pair { a: u32, b: f32 }
  var<private> counter: u32;
  fn bump() { counter += 1u; }
  fn early(x: u32) -> u32 { if (x < 10u) { return 1u; } if (x < 20u) { return 2u; } return 3u; }
  fn found(x: u32) -> u32 { for (var i = 0u; i < 7u; i++) { if (i == x) { return i; } } return 99u; }
  fn grow(x: ptr<function, u32>, by: u32) { *x += by; }`;

describe("constructs", () => {
  const input = Uint32Array.from({ length: 64 }, (_, i) => i);
  it.each(CONSTRUCTS)("%s", (_, body, of) => {
    const actual = firsts(runSnippet(`var r = 0u; ${body} output[4u * item] = r;`, input, 50, DECLARATIONS));
    expect([...actual]).toEqual(Array.from({ length: 50 }, (_, item) => of(item)));
  });
  it.each(CONSTRUCTS)("%s, alike in all lanes", (_, body, of) => {
    for (const item of [0, 1, 6, 13, 37]) {
      const text = `let unlike = item; { let item = input[${item}]; var r = 0u; ${body} output[4u * unlike] = r; }`;
      expect([...firsts(runSnippet(text, input, 5, DECLARATIONS))]).toEqual(Array.from({ length: 5 }, () => of(item)));
    }
  });
});

it("a value that is dear to compute, in both sides of a branch that all lanes take alike", () => {
  const dear = Array.from({ length: 30 }).reduce<string>((x, _, i) => `(${x} * 3u + ${i}u)`, "item");
  const of = (item: number) => Array.from({ length: 30 }).reduce<number>((x, _, i) => u32(Math.imul(x, 3) + i), item);
  const body = `let d = ${dear}; if (input[0] == 1u) { output[4u * item] = d; } else { output[4u * item] = d + 1u; }`;
  for (const side of [0, 1]) {
    const actual = firsts(runSnippet(body, Uint32Array.of(side), 9));
    expect([...actual]).toEqual(Array.from({ length: 9 }, (_, item) => u32(of(item) + 1 - side)));
  }
});

it("private arrays are zero for every vector of a workgroup", () => {
  const body = `for (var k = 0u; k < 4u; k++) { for (var b = 0u; b < 5u; b++) { bits[b] |= ((input[4u * item + k] >> b) & 1u) << k; } }
    for (var b = 0u; b < 4u; b++) { output[4u * item + b] = bits[b + 1u]; }`;
  const input = Uint32Array.from({ length: 4 * 11 }, (_, i) => i * i + 5);
  const actual = runSnippet(body, input, 11, "var<private> bits: array<u32, 5>;");
  const bit = (item: number, b: number) =>
    [0, 1, 2, 3].reduce((sum, k) => sum | (((input[4 * item + k] >> b) & 1) << k), 0);
  expect([...actual]).toEqual(Array.from({ length: 44 }, (_, i) => bit(Math.floor(i / 4), 1 + (i % 4))));
});

describe("workgroups", () => {
  const run = (body: string, items: number) => {
    const text = `@group(0) @binding(1) var<storage, read_write> output: array<atomic<u32>>;
      var<workgroup> shared_words: array<u32, 64>;
      var<workgroup> total: atomic<u32>;
      @compute @workgroup_size(64) fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) i: u32) { ${body} }`;
    return [...runCompiled(text, { buffers: [new Uint32Array(items)], workgroups: 2 })[0]];
  };

  it("barriers separate statements before from statements after", () => {
    const body =
      "shared_words[i] = i + 1u; workgroupBarrier(); atomicStore(&output[id.x * 64u + i], shared_words[63u - i]);";
    expect(run(body, 128)).toEqual(Array.from({ length: 128 }, (_, k) => 64 - (k % 64)));
  });

  it("barriers in loops, and values that live across them", () => {
    const body = `shared_words[i] = i; workgroupBarrier(); var s = 0u;
      for (var d = 1u; d < 64u; d *= 2u) { let other = shared_words[i ^ d]; s += other; workgroupBarrier(); shared_words[i] = s + i; workgroupBarrier(); }
      atomicStore(&output[id.x * 64u + i], s);`;
    const words = Array.from({ length: 64 }, (_, i) => i);
    const sums = words.map(() => 0);
    for (let d = 1; d < 64; d *= 2) {
      const before = [...words];
      for (let i = 0; i < 64; i++) {
        sums[i] += before[i ^ d];
        words[i] = sums[i] + i;
      }
    }
    expect(run(body, 128)).toEqual([...sums, ...sums]);
  });

  it("several values of lanes that a loop with barriers changes", () => {
    const body = `var s = vec4u(i, 1u, 2u, i * i);
      for (var k = 0u; k < 3u; k++) { shared_words[i] = s.x + k; workgroupBarrier(); s += vec4u(shared_words[63u - i], i, k, 1u); workgroupBarrier(); }
      atomicStore(&output[id.x * 64u + i], s.x ^ (s.y << 8u) ^ (s.z << 16u) ^ (s.w << 20u));`;
    const all = Array.from({ length: 64 }, (_, i) => [i, 1, 2, i * i]);
    for (let k = 0; k < 3; k++) {
      const shared = all.map(([x]) => x + k);
      for (const [i, s] of all.entries()) {
        for (const [c, more] of [shared[63 - i], i, k, 1].entries()) s[c] += more;
      }
    }
    const words = all.map(([x, y, z, w]) => u32(x ^ (y << 8) ^ (z << 16) ^ (w << 20)));
    expect(run(body, 128)).toEqual([...words, ...words]);
  });

  it("values that are equal in the lanes of a vector, but differ between vectors", () => {
    const body = `let row = i / 4u; var h = 0u; var sum = row; var at = i;
      shared_words[i] = 5u * i;
      workgroupBarrier();
      if (row < 11u) { h = shared_words[row + 1u]; }
      workgroupBarrier();
      for (var k = 0u; k < 3u; k++) { sum += h + k; at += 64u; workgroupBarrier(); }
      if (row < 11u && i % 4u == 0u) { atomicXor(&total, h); }
      workgroupBarrier();
      atomicStore(&output[id.x * 64u + i], sum + 1000u * h + 100000u * at + atomicLoad(&total));`;
    const rows = Array.from({ length: 16 }, (_, row) => (row < 11 ? 5 * (row + 1) : 0));
    const total = rows.reduce((all, h) => all ^ h, 0);
    const words = Array.from({ length: 64 }, (_, i) => {
      const row = Math.floor(i / 4);
      return row + 3 * rows[row] + 3 + 1000 * rows[row] + 100_000 * (i + 192) + total;
    });
    expect(run(body, 128)).toEqual([...words, ...words]);
  });

  it("a loop that runs as often as the lanes of a vector say alike", () => {
    const body = `let row = i / 4u; var steps = 0u; for (var k = 0u; k < row; k++) { steps += k; }
      workgroupBarrier();
      atomicStore(&output[id.x * 64u + i], steps);`;
    const words = Array.from({ length: 64 }, (_, i) =>
      [...Array(Math.floor(i / 4)).keys()].reduce((sum, k) => sum + k, 0),
    );
    expect(run(body, 128)).toEqual([...words, ...words]);
  });

  it("atomic operations of all invocations", () => {
    const body = `if (i % 3u == 0u) { atomicAdd(&total, i); } workgroupBarrier(); if (i == 5u) { atomicAdd(&output[0], atomicLoad(&total)); }
      atomicMax(&output[1], id.x * 64u + i); atomicOr(&output[2], 1u << (i % 32u)); let at = atomicAdd(&output[3], 1u); atomicStore(&output[4u + at], 1u);
      atomicAdd(&output[132], atomicExchange(&output[133], 1u));`;
    expect(run(body, 140)).toEqual([
      2 * 693,
      127,
      0xffffffff,
      128,
      ...Array.from({ length: 128 }, () => 1),
      ...[127, 1, 0, 0, 0, 0, 0, 0],
    ]);
  });

  it("workgroupUniformLoad", () => {
    const body =
      "if (i == 7u) { shared_words[3] = 40u + id.x; } let all = workgroupUniformLoad(&shared_words[3]); atomicStore(&output[id.x * 64u + i], all + i);";
    expect(run(body, 128)).toEqual(Array.from({ length: 128 }, (_, k) => 40 + Math.floor(k / 64) + (k % 64)));
  });
});

describe("texts outside of the language", () => {
  const main = (body: string) =>
    `@compute @workgroup_size(64)\nfn main(@builtin(local_invocation_index) i: u32) {\n${body}\n}`;
  it.each([
    ["a character", main("let a = 1 § 2;"), 3],
    ["a function", main("let a = 1.0;\nlet b = sinh(a);"), 4],
    ["a name", main("let a = b;"), 3],
    ["a type", main("var a: mat2x2f;"), 3],
    ["f16", main("let a = 1.0h;"), 3],
    ["a barrier that some invocations miss", main("if (i < 3u) {\nworkgroupBarrier();\n}"), 3],
    ["a missing bracket", "fn f() {", 1],
    ["a break of a switch", main("for (var k = 0u; k < i; k++) {\nswitch k { default: { break; } }\n}"), 4],
    ["a copy of an array in some lanes", main("var a: array<u32, 65>; var b = a;\nif (i < 3u) {\nb = a;\n}"), 5],
  ])("%s is an error with its line", (what, text, line) => {
    try {
      compileShader(text);
    } catch (error) {
      expect(error).toBeInstanceOf(WgslError);
      expect((error as WgslError).line).toBe(line);
      if (what === "a function") expect((error as WgslError).message).toBe("there is no type or function sinh");
      return;
    }
    expect.fail("compiled");
  });
});
