import { describe, expect, it } from "vitest";
import type { KernelConstants } from "../../src/gpu/kernel.ts";
import { storageAccess } from "../../src/gpu/shader-declarations.ts";
import * as template from "../../src/gpu/template.ts";
import type { KernelVariant } from "../../src/gpu/variant.ts";

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

it("puts constants in front and imports each file once, where it is first asked for", () => {
  const { code } = assemble("#import shared/a\n  #import shared/b\nfn main() {}", { Q: 32, M: 0 }, shared);
  expect(code.split("\n")).toEqual([
    "const Q: u32 = 32u;",
    "const M: u32 = 0u;",
    "// a",
    "fn b() {}",
    "fn a() {}",
    "fn main() {}",
  ]);
});

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

it("takes only lines that are an import and nothing else", () => {
  const text = "// #import shared/a\nlet x = 1; #import shared/a";
  expect(assemble(text, {}, shared).code).toBe(text);
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
  it("repeats lines upwards and downwards", () => {
    expect(lines("#for k in 0..3\nlet a$k = $k;\n#end\nend", {})).toEqual([
      "let a0 = 0;",
      "let a1 = 1;",
      "let a2 = 2;",
      "end",
    ]);
    expect(lines("#for k in 3..0\n$k\n#end", {})).toEqual(["2", "1", "0"]);
    expect(lines("#for k in 2..5\n$k\n#end\n#for k in 5..2\n$k\n#end", {})).toEqual(["2", "3", "4", "4", "3", "2"]);
  });

  it("takes constants as bounds, and omits a body that repeats zero times", () => {
    const text = "#for k in FIRST..LAST\n$k\n#end\n#for k in LAST..LAST\nnothing\n#end\nend";
    expect(lines(text, { constants: { FIRST: 1, LAST: 3 } })).toEqual(["1", "2", "end"]);
  });

  it("nests, with bounds that are variables", () => {
    const text = "#for d in 1..4\nfn f$d\n  #for k in $d..0\n  t$k of $d\n  #end\n#end";
    expect(lines(text, {})).toEqual([
      ...["fn f1", "  t0 of 1"],
      ...["fn f2", "  t1 of 2", "  t0 of 2"],
      ...["fn f3", "  t2 of 3", "  t1 of 3", "  t0 of 3"],
    ]);
  });

  it("takes the numbers of a list in their order, of a name that a variable may be part of", () => {
    const variant = { lists: { DEGREES0: [7, 3], DEGREES1: [], OTHER: [1] } };
    const text = "#for l in 0..2\n#for d in DEGREES$l\ncase $d: $l\n#end\n#end\n#for x in OTHER\n$x\n#end";
    expect(lines(text, { variant })).toEqual(["case 7: 0", "case 3: 0", "1"]);
  });

  it("replaces only its variables, inner ones before outer ones of the same name", () => {
    expect(lines("#for k in 0..1\na$kb$k $ku $x $$k\n#end\n$k", {})).toEqual(["a0b0 0u $x $0", "$k"]);
    expect(lines("#for k in 1..2\n#for k in 5..6\n$k\n#end\n$k\n#end", {})).toEqual(["5", "1"]);
  });

  it("repeats imported lines too, each with its origin", () => {
    const { code, lines } = assemble(
      "#for k in 0..2\n#import shared/part\n$k\n#end",
      {},
      {
        "shared/part": "part $k",
      },
    );
    expect(code).toBe("part 0\n0\npart 1\n1");
    expect(lines.map(({ file, line }) => `${file}:${line}`)).toEqual(["shared/part:1", "k:3", "shared/part:1", "k:3"]);
  });

  it("keeps the lines of an #if where its constant is not 0, of an #if ! where it is, also within repetitions", () => {
    const text =
      "#if ONE\none\n#if NONE\nnever\n#end\n#end\n#if !NONE\n#for k in 0..2\n#if ONE\n$k\n#end\n#end\n#end\n#if !ONE\nx\n#end";
    expect(lines(text, { constants: { ONE: 1, NONE: 0 } })).toEqual(["one", "0", "1"]);
    expect(() => lines("#if UNKNOWN\n#end", {})).toThrow("k.wgsl:1: unknown constant UNKNOWN");
  });

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
  it("keeps the lines of an #if <NAME> where the variant gives a file for the name, of an #if !<NAME> where it gives none", () => {
    const text =
      "a\n#if <rule>\n#for k in 0..2\nr$k\n#end\n#end\n#if !<rule>\n#if <other>\n#import <other>\n#end\nnone\n#end\nz";
    expect(lines(text, { variant: { imports: { rule: "shared/a" } } })).toEqual(["a", "r0", "r1", "z"]);
    expect(lines(text, {})).toEqual(["a", "none", "z"]);
    expect(() => lines("a\n#if <rule>\nb", {})).toThrow("k.wgsl:2: #for or #if without #end");
  });

  it("takes the file that the variant gives for the name, once", () => {
    const text = "#import <rule>\n#import shared/b\n#import <rule>\nfn main() {}";
    expect(lines(text, { variant: { imports: { rule: "shared/a" } } })).toEqual([
      "// a",
      "fn b() {}",
      "fn a() {}",
      "fn main() {}",
    ]);
    expect(lines(text, { variant: { imports: { rule: "shared/b" } } })).toEqual(["fn b() {}", "fn main() {}"]);
  });

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
