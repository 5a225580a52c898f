import { describe, expect, it } from "vitest";
import { compileShader } from "../../src/wgsl-cpu/index.ts";
import { WgslError } from "../../src/wgsl-cpu/syntax.ts";
import { firsts, runSnippet } from "./run-compiled.ts";

const u32 = (x: number) => x >>> 0;

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
    "for without its parts",
    "var s = item; var n = 0u; for (; s > 1u;) { s = s / 2u; n++; } for (;;) { if (n > 2u) { break; } n += 1u; } r = n;",
    (item) => Math.max(3, Math.floor(Math.log2(Math.max(1, item)))),
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
    const items = [0, 6, 13, 37];
    const blocks = items.map(
      (item, i) => `{ let item = input[${item}]; var r = 0u; ${body} output[4u * unlike + ${i}u] = r; }`,
    );
    const actual = runSnippet(`let unlike = item; ${blocks.join("\n")}`, input, 5, DECLARATIONS);
    expect([...actual]).toEqual(Array.from({ length: 5 }, () => items.map(of)).flat());
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
    ["a private variable with a value", `var<private> a: u32;\nvar<private> b: u32 = 1u;\n${main("")}`, 2],
    ["a function with the name of one of WGSL", `fn exp(x: f32) -> f32 { return x; }\n${main("let a = exp(1.0);")}`, 4],
    ["a function of a number of another type", main("let a = 1.0;\nlet b = exp(1u);"), 4],
    ["an operator that booleans do not have", main("let a = true;\nlet b = a + a;"), 4],
    ["a break of a switch", main("for (var k = 0u; k < i; k++) {\nswitch k { default: { break; } }\n}"), 4],
    ["an attribute of a layout", `struct S {\n@align(16) a: u32\n}\n${main("")}`, 2],
    ["a second entry point", `${main("")}\n${main("").replace("main", "other")}`, 6],
    ["a function that calls itself", `fn f(x: u32) -> u32 {\nreturn f(x);\n}\n${main("let a = f(i);")}`, 1],
    ["two functions that call each other", `fn f() {\ng();\n}\nfn g() {\nf();\n}\n${main("f();")}`, 1],
    ["an array beyond the memory", `var<workgroup> a: array<u32, 1000000000>;\n${main("a[i] = 1u;")}`, 1],
    ["a variable of lanes beyond the memory", main("var a: array<u32, 100000000>;\na[i] = 1u;"), 3],
    ["a texture", `@group(0) @binding(0) var t: texture_2d<f32>;\n${main("")}`, 1],
    ["an override", `override N: u32 = 3u;\n${main("")}`, 1],
    ["the end of a loop", main("loop {\nbreak;\ncontinuing { }\n}"), 5],
    ["a pointer in a variable", main("var a = 1u;\nlet p = &a;"), 4],
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
