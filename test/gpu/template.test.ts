import { describe, expect, it } from "vitest";
import type { KernelConstants } from "../../src/gpu/kernel.ts";
import type { KernelVariant } from "../../src/gpu/part.ts";
import * as template from "../../src/gpu/template.ts";
import { storageAccess } from "../../src/gpu/template.ts";

const shared = {
  "shared/a": "// a\n#import shared/b\nfn a() {}",
  "shared/b": "fn b() {}",
};

/** The shader of a kernel `k` with this text, for files with these names. */
function assemble(
  text: string,
  constants: KernelConstants,
  files: Readonly<Record<string, string>>,
  variant?: KernelVariant,
  f16?: boolean,
) {
  const texts = new Map(Object.entries({ ...files, k: text }));
  return template.assemble("k", constants, (name) => texts.get(name), variant, f16);
}

it("maps every line to file and line", () => {
  const { code, lines } = assemble("// k\n#import shared/a\n\nfn main() {}", { Q: 4 }, shared);
  expect(lines.length).toBe(code.split("\n").length);
  expect(lines.map(({ file, line }) => `${file}:${line}`)).toEqual([
    "constants:0",
    "k:1",
    "shared/a:1",
    "shared/b:1",
    "shared/a:3",
    "k:3",
    "k:4",
  ]);
});

it.each([
  [1, 0, { imports: { p: "shared/b" } }, "1"],
  [1, 1, {}, "2"],
  [0, 0, {}, "3"],
  [0, 1, { imports: { p: "shared/b" } }, "4"],
])("keeps the lines after #else where the condition is not met: A = %i, B = %i, %j", (A, B, variant, kept) => {
  const text = "#if A\n#if <p>\n1\n#else\n2\n#end\n#else\n#if !B\n3\n#else\n4\n#end\n#end\n5";
  const { code } = assemble(text, { A, B }, shared, variant);
  expect(code.split("\n").slice(2)).toEqual([kept, "5"]);
});

it("has blocks of one line, several imports in one, and buffers in the order of their bindings", () => {
  const body = "#for k in 0..2: #for j in 0..2: $k$j\n#if A: #import shared/b\n#else: no\n#if <p>: no\n#else: yes";
  const entry = "#main id: workgroup_id, i: local_invocation_index { f(); }";
  const text = `#import shared/a, <q>\n${entry}\n#in x: u32, y: vec2<f32>\n#out z: atomic<u32>\n${body}`;
  const files = { ...shared, "shared/q": "q" };
  const { code, lines } = assemble(
    text,
    { A: 1, WORKGROUP_SIZE: 1 },
    { ...files, "shared/b": "b" },
    { imports: { q: "shared/q" } },
  );
  expect(code.split("\n").slice(2)).toEqual([
    ...["// a", "b", "fn a() {}", "q", "@compute @workgroup_size(WORKGROUP_SIZE)"],
    "fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) i: u32) { f(); }",
    "@group(0) @binding(1) var<storage, read> x: array<u32>;",
    "@group(0) @binding(2) var<storage, read> y: array<vec2<f32>>;",
    "@group(0) @binding(3) var<storage, read_write> z: array<atomic<u32>>;",
    ...["00", "01", "10", "11", "yes"],
  ]);
  expect(lines.slice(-5).map(({ line }) => line)).toEqual([5, 5, 5, 5, 9]);
  expect(() => assemble("a\n#else: b", {}, {})).toThrow("k.wgsl:2: #else: without an #if of one line before it");
});

it("names file and line of an unknown import", () => {
  expect(() => assemble("// k\n#import shared/c", {}, shared)).toThrow("k.wgsl:2: unknown import shared/c");
  expect(() => assemble("#import shared/a", {}, { "shared/a": "\n\n#import x" })).toThrow(
    "shared/a.wgsl:3: unknown import x",
  );
});

it.each([-1, 0.5, 2 ** 32, Number.NaN])("refuses the constant %f", (value) => {
  expect(() => assemble("", { Q: value }, {})).toThrow(`kernel k: constant Q = ${value} is not`);
});

describe("constants without a value", () => {
  const missing = (text: string, constants: KernelConstants = {}) => {
    try {
      return assemble(text, constants, { "shared/part": "// ONE\nlet x = TWO;" }).code && "";
    } catch (error) {
      return (error as Error).message;
    }
  };

  it("are named with the place of their first use", () => {
    expect(missing("#import shared/part\nlet y = ONE + TWO;\n\nfoo(THREE, TWO)", { ONE: 1 })).toBe(
      "kernel k: constants have no value: TWO (wgsl/shared/part.wgsl:2), THREE (wgsl/k.wgsl:4)",
    );
  });

  it("are those that no line declares", () => {
    const declarations = ["const A = 1;", "override B: u32;", "alias C = u32;", "struct D {\n  E: u32,\n  F : u32\n}"];
    const functions = ["var<workgroup, read_write> G: u32;", "fn H(\n  I: u32, J: u32) { let K = 1; var L = 2; }"];
    expect(missing([...declarations, ...functions, "A B C D E F G H I J K L"].join("\n"))).toBe("");
    expect(missing("switch (x) { case A, B: { } }")).toBe(
      "kernel k: constants have no value: A (wgsl/k.wgsl:1), B (wgsl/k.wgsl:1)",
    );
  });

  it("are not members, numbers, comments or lines that a constant removes", () => {
    expect(missing("v.X 0xFFu 1E5 vec4U x_Y // Z\n#if NONE\nABSENT\n#end", { NONE: 0 })).toBe("");
  });

  it("may have numbers of repeated lines in their names", () => {
    const text = "#for k in 0..3\nconst WORD_$k = LIMIT;\nWORD_$k + SHIFT_$k;\n#end";
    expect(missing(text, { SHIFT_0: 1, SHIFT_2: 1 })).toBe(
      "kernel k: constants have no value: LIMIT (wgsl/k.wgsl:2), SHIFT_1 (wgsl/k.wgsl:3)",
    );
  });
});

describe("the access of storage buffers", () => {
  const binding = (index: number, access: string) =>
    `@group(0) @binding(${index}) var<storage, ${access}> x: array<u32>;`;

  it("is in the order of the bindings, which must count from 1", () => {
    expect(storageAccess([binding(1, "read"), binding(2, "read_write")].join("\n"))).toEqual(["read", "read_write"]);
    expect(() => storageAccess([binding(1, "read"), binding(3, "read")].join("\n"))).toThrow(
      "a shader declares binding 3 in the place of 2",
    );
  });
});

/** Lines of the assembled text, without the lines of constants. */
function lines(
  text: string,
  { constants = {}, variant = {} }: { constants?: KernelConstants; variant?: KernelVariant },
) {
  return assemble(text, constants, shared, variant).code.split("\n").slice(Object.keys(constants).length);
}

describe("#for", () => {
  it("names file and line of a #for without #end and of an unknown range", () => {
    const refuse = (text: string, message: string) => expect(() => lines(text, {})).toThrow(message);
    refuse("a\n#for k in 0..2\n$k", "k.wgsl:2: #for or #if without #end");
    refuse("#for k in 0..2\n#for j in 0..2\n#end", "k.wgsl:1: #for or #if without #end");
    refuse("a\n#for k in 0..UNKNOWN\n#end", "k.wgsl:2: unknown range 0..UNKNOWN");
    refuse("#for k in LIST\n#end", "k.wgsl:1: unknown range LIST");
    refuse("#for k in 0..1..2\n#end", "k.wgsl:1: unknown range 0..1..2");
    refuse("#for k in 0..$j\n#end", "k.wgsl:1: unknown range 0..$j");
  });
});

describe("#import <name>", () => {
  it("refuses a name without a file, and a file that there is not", () => {
    const text = "\n#import <rule>";
    expect(() => lines(text, {})).toThrow("k.wgsl:2: unknown import <rule>");
    expect(() => lines(text, { variant: { imports: { other: "shared/a" } } })).toThrow(
      "k.wgsl:2: unknown import <rule>",
    );
    expect(() => lines(text, { variant: { imports: { rule: "shared/z" } } })).toThrow(
      "k.wgsl:2: unknown import <rule>",
    );
  });
});
