import { beforeAll, describe, expect, it } from "vitest";
import { compileShader } from "../../src/wgsl-cpu/compile.ts";
import { WgslError } from "../../src/wgsl-cpu/parse/syntax.ts";

const DECLARATIONS = `@group(0) @binding(1) var<storage, read> input: array<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<u32>;
struct Pair { a: u32, b: f32 }
var<workgroup> words: array<u32, 64>;
var<workgroup> total: atomic<u32>;
fn one(x: u32) -> u32 { return x + 1u; }
fn grow(x: ptr<function, u32>) { *x += 1u; }
fn nothing() { }
fn add(x: ptr<function, u32>, y: ptr<function, u32>) { *x += *y; }
fn sum(x: ptr<function, u32>, y: ptr<function, u32>) -> u32 { return *x + *y; }
`;
const main = (body: string, declarations = "") => `${DECLARATIONS}${declarations}
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
let item = id.x;
${body}
}`;
const DEEP = 20_000;

const BODIES: readonly string[] = [
  // operands
  "output[item] = u32(1u + 1i);",
  "output[item] = item + 1.0;",
  "output[item] = u32(item * f32(item));",
  "if (i32(item) < item) { output[0] = 1u; }",
  "output[item] = u32(!item);",
  "output[item] = -item;",
  "output[item] = u32(~f32(item));",
  "output[item] = u32((item > 3u) & item);",
  "output[item] = u32(item && true);",
  "output[item] = item << 3i;",
  "let v = vec2u(1u, 2u) + vec3u(1u, 2u, 3u);",
  "let v = vec2u(1u, 2u) + vec2i(1, 2);",
  "let v = vec2u(1u, 2u) & 1u;",
  "let v = vec2u(1u, 2u) == 1u;",
  "let p = Pair(1u, 2.0); let q = p + p;",
  "var a: array<u32, 4>; let b = a + a;",
  // conditions and indices
  "if (item) { output[0] = 1u; }",
  "while (item) { break; }",
  "for (var i = 0u; i; i++) { }",
  "output[item] = select(1u, 2u, item);",
  "output[item] = input[1.0];",
  "output[item] = input[item > 2u];",
  "switch (item) { case 1i: { } default: { } }",
  // declarations, assignments and stores
  "let a: u32 = 1i;",
  "let a: f32 = item;",
  "var a: u32 = f32(item);",
  "var a = 1u; a = 1i;",
  "var a = 1u; a = 1.5;",
  "var a = 1u; a = -1;",
  "var a = 1u; a += 1i;",
  "var v = vec2u(1u); v = vec3u(1u);",
  "output[item] = i32(item);",
  "output[item] = 1.0;",
  "output[item] = true;",
  "output[item] = vec2u(1u, 2u);",
  "input[item] = 1u;",
  "input[item] += 1u;",
  "let a = 1u; a = 2u;",
  "let a = nothing();",
  "var a;",
  "let a = 1u; let a = 2u;",
  "let id = 1u;",
  "let fn = 1u;",
  "let __a = 1u;",
  // calls
  "output[item] = one(1i);",
  "output[item] = one();",
  "output[item] = one(1u, 2u);",
  "grow(item);",
  "var a = 1u; grow(a);",
  "var a = 1.0; grow(&a);",
  "let a = 1u; grow(&a);",
  "output[item] = min(item, 1i);",
  "output[item] = min(item);",
  "output[item] = min(item, item, item);",
  "output[item] = clamp(item, 0u);",
  "output[item] = select(1u, 2i, item > 3u);",
  "output[item] = bitcast<u32>(item > 3u);",
  "output[item] = u32(sqrt(item));",
  "output[item] = pack2x16float(vec2u(1u, 2u));",
  "let v = vec2u(1u, 2i);",
  "let v = vec3u(1u, 2u);",
  "let p = Pair(1.0, 2.0);",
  "let p = Pair(1u);",
  "let a = array<u32, 2>(1u, 2i);",
  "output[item] = u32(vec2u(1u, 2u));",
  "output[item] = u32(1, 2);",
  "total = 5u;",
  "output[item] = total;",
  "atomicAdd(&total, 1i);",
  "atomicAdd(total, 1u);",
  "atomicAdd(&words[0], 1u);",
  "output[item] = arrayLength(input);",
  "workgroupBarrier(1u);",
  // parentheses and numbers
  "if (item & 1u == 1u) { output[0] = 1u; }",
  "output[item] = item + 1u << 2u;",
  "if (item > 1u && item < 3u || item == 7u) { output[0] = 1u; }",
  "output[item] = item & 1u | 2u;",
  "if (1u < item == true) { output[0] = 1u; }",
  "output[item] = 4294967296u;",
  "let a = 2147483648i;",
  "output[item] = 017u;",
  "output[item] = u32(-1);",
  "let f = 1e40f;",
  // statements
  "return 1u;",
  "switch (item) { case 1u: { } }",
  "if (item > 3u) { } else output[0] = 1u;",
  "var a: array<u32, 0>;",
  "var a: array<u32, 2.0>;",
  "var v: vec2<vec2u>;",
  // constants and indices
  "let z = 1 % 0;",
  "var a: array<array<u32, 2>, 3>; output[item] = a[2][2];",
  "_ = nothing();",
  // names and types
  "output[item] = arrayLength(&words);",
  "let async = 1u;",
  "output[item] = toString(item);",
  "var a: constructor;",
  "let v = select(1u, 2u, vec2<bool>(true));",
  "let v = select(vec2u(1u), 2u, true);",
  "let v = bitcast<vec2u>(item);",
  "let v = vec2u(array<u32, 2>(1u, 2u));",
  "let a = array<u32>();",
  `output[item] = ${"(".repeat(DEEP)}item${")".repeat(DEEP)};`,
  `output[item] = ${"~".repeat(DEEP)}item;`,
  `output[item] = ${"item + ".repeat(DEEP)}item;`,
  `output[item] = ${"input[".repeat(DEEP)}item${"]".repeat(DEEP)};`,
  `output[item] = input${"[0]".repeat(DEEP)};`,
  `output[item] = ${"one(".repeat(DEEP)}item${")".repeat(DEEP)};`,
  `${"{".repeat(DEEP)}${"}".repeat(DEEP)}`,
  `${"if (item > 3u) { } else ".repeat(DEEP)}{ }`,
  `${"switch item { default: {".repeat(DEEP)}${"} }".repeat(DEEP)}`,
  `var a: ${"array<".repeat(DEEP)}u32${", 1>".repeat(DEEP)};`,
];

/** Declarations, each with the statements that use them. */
const GLOBALS: readonly (readonly [declarations: string, body?: string])[] = [
  ["fn f(x: u32) -> u32 { }"],
  ["fn f(x: u32) -> u32 { if (x > 3u) { return 1u; } }"],
  ["fn f(x: u32) -> u32 { for (var i = 0u; i < x; i++) { return 1u; } }"],
  ["fn f(x: u32) -> u32 { loop { if (x > 3u) { break; } } }"],
  ["fn f(x: u32) -> u32 { return 1i; }", "output[item] = f(item);"],
  ["fn f(x: u32) -> u32 { if (x > 1u) { return; } return 1u; }", "output[item] = f(item);"],
  ["fn f(x: u32) { return 1u; }", "f(item);"],
  ["fn f(x: ptr<function, u32>) { x = 1u; }", "var a = 1u; f(&a);"],
  ["fn f(x: ptr<function, u32>) -> u32 { return x; }", "var a = 1u; output[item] = f(&a);"],
  ["fn f(x: u32, x: u32) { }"],
  ["const K: u32 = 1i;", "output[item] = K;"],
  ["const K = 1u; const K = 2u;"],
  ["const f = 1u; fn f() { }"],
  ["struct S { a: u32, a: f32 }"],
  ["var<workgroup> q: atomic<f32>;"],
  ["var<storage, read> q: array<u32>;"],
  ["@group(0) @binding(3) var<workgroup> q: array<u32, 4>;"],
  ["@group(0) @binding(3) var<storage, write> q: array<u32>;"],
  ["@group(0) @binding(3) var<uniform> q: u32;", "q = 3u;"],
  // attributes and declarations that nothing uses
  ["fn f(x: ptr<uniform, u32>) { *x = 1u; }"],
  ["fn f(@builtin(global_invocation_id) x: vec3u) { }"],
  ["@compute fn f() { }"],
  ["@group(0) fn f() { }"],
  ["struct S { }"],
  ["@group(0) @group(0) @binding(3) var<storage> q: u32;"],
  ["@binding(3) var<storage> q: u32;"],
];

/** Valid texts that resemble invalid ones. */
const VALID: readonly string[] = [
  "output[item] = u32(1 + 1u) + (item << 3);",
  "var v = vec2u(1u) * 3u + vec2u(vec2i(1, 2)); v.x = select(v, vec2u(7u), v > vec2u(2u)).y; output[item] = v.x;",
  "if (item & 1u) == 1u && item * 2u < item + 3u { output[0] = 1u; }",
  "var a = 1u; { let a = 2u; output[item] = a; }",
  "var a = 1u; grow(&a); atomicAdd(&total, a); output[item] = atomicLoad(&total);",
  "output[item] = one(u32(1.5)) | one(3) | 7u;",
  "let z = 0u; output[item] = item / z; output[item] = item << (z + 40u); output[item] = words[z + 64u];",
  "loop { if (item > 3u) { return; } }",
  "var a = 1u; var b = 2u; add(&a, &b); output[item] = sum(&a, &a);",
  "let a = i32(item); switch (a) { case -1: { } case 1i, 2: { } default: { } }",
  "_ = min(item, 3u); _ = atomicLoad(&total); atomicAdd(&total, 1u);",
  "let min_ = 1.0; if (item > 3u) { let min_ = 1u; output[item] = min_; }",
];

describe("Tint and the compiler", () => {
  let device: GPUDevice;
  beforeAll(async () => {
    const adapter = await navigator.gpu.requestAdapter();
    if (adapter === null) throw new Error("no WebGPU adapter: run node bin/setup-adapter.js");
    device = await adapter.requestDevice();
    return () => device.destroy();
  });

  /** Line of Tint's first error; undefined for a valid text. */
  async function lineOfTint(code: string): Promise<number | undefined> {
    device.pushErrorScope("validation");
    const { messages } = await device.createShaderModule({ code }).getCompilationInfo();
    await device.popErrorScope();
    return messages.find(({ type }) => type === "error")?.lineNum;
  }

  /** Line of the compiler's error; undefined for a text that it compiles. */
  function lineOfCompiler(text: string): number | undefined {
    try {
      compileShader(text);
    } catch (error) {
      expect(error).toBeInstanceOf(WgslError);
      expect((error as WgslError).message).not.toContain("undefined");
      return (error as WgslError).line;
    }
    return undefined;
  }

  it.each(BODIES.map((body) => [body.slice(0, 90), body]))("refuse %s", async (_, body) => {
    const line = await lineOfTint(main(body));
    expect(line).toBe(14);
    expect(lineOfCompiler(main(body))).toBe(line);
  });

  it.each(GLOBALS)("refuse %s", async (declarations, body = "") => {
    const line = await lineOfTint(main(body, declarations));
    expect(line).toBeDefined();
    expect(lineOfCompiler(main(body, declarations))).toBe(line);
  });

  it.each(VALID)("take %s", async (body) => {
    expect([await lineOfTint(main(body)), lineOfCompiler(main(body))]).toEqual([undefined, undefined]);
  });
});
