import { expect, it } from "vitest";
import { assemble } from "../../src/kernel/assemble.ts";

const shared = {
  "shared/a": "// a\n#import shared/b\nfn a() {}",
  "shared/b": "fn b() {}",
};

it("puts constants in front and imports each file once, where it is first asked for", () => {
  const { code } = assemble("k", "#import shared/a\n  #import shared/b\nfn main() {}", { Q: 32, M: 0 }, shared);
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
  const { code, lines } = assemble("k", "// k\n#import shared/a\n\nfn main() {}", { Q: 4 }, shared);
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
  expect(assemble("k", text, {}, shared).code).toBe(text);
});

it("names file and line of an unknown import", () => {
  expect(() => assemble("k", "// k\n#import shared/c", {}, shared)).toThrow("k.wgsl:2: unknown import shared/c");
  expect(() => assemble("k", "#import shared/a", {}, { "shared/a": "\n\n#import x" })).toThrow(
    "shared/a.wgsl:3: unknown import x",
  );
});

it.each([-1, 0.5, 2 ** 32, Number.NaN])("refuses the constant %f", (value) => {
  expect(() => assemble("k", "", { Q: value }, {})).toThrow(`kernel k: constant Q = ${value} is not`);
});
