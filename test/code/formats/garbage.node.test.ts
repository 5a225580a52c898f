import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binaryFormats, formats } from "../../../src/code/formats/index.ts";
import { readCode } from "../../../src/code/formats/read-code.ts";
import { InputError } from "../../../src/errors.ts";
import { itLong } from "../../sweep.ts";
import { arbitraryCode } from "./arbitrary-code.ts";
import { quasiCyclic } from "./example.ts";

const names = Object.keys(formats);
/** Reads a file and ignores the project's own errors. Other errors fail, as does an error without a position in the file. */
function survives(name: string, text: string): void {
  try {
    formats[name].read(text, { file: "garbage" });
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toMatch(/^garbage:\d+: \S/);
  }
}

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => String.fromCharCode(...array));

/** Numbers as in a matrix file, and numbers that may cause errors. */
const number = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 5 }).map(String) },
  { weight: 2, arbitrary: fc.constantFrom("16", "64", "256", "255") },
  { weight: 1, arbitrary: fc.constantFrom("4294967295", "9999999999", "1e9", "-1", "0x3", "NaN", "00", "1.5") },
);
const numbers = fc
  .array(fc.tuple(number, fc.constantFrom(" ", "\n", "\t", "\r\n", "\n\n")), { maxLength: 80 })
  .map((words) => words.flat().join(""));

type Mutation = (text: string) => string;

/** Small damage to a text: parts are cut, repeated, replaced, inserted or swapped. */
const mutation: fc.Arbitrary<Mutation> = fc
  .tuple(fc.nat(), fc.nat({ max: 30 }), fc.oneof(number, bytes), fc.nat({ max: 4 }))
  .map(([at, length, insert, kind]) => (text) => {
    const start = text.length === 0 ? 0 : at % text.length;
    const end = start + length;
    switch (kind) {
      case 0:
        return text.slice(0, start) + text.slice(end);
      case 1:
        return text.slice(0, end) + text.slice(start);
      case 2:
        return text.slice(0, start) + insert + text.slice(start);
      case 3:
        return text.slice(0, start) + text.slice(start).replace(/\d+/, insert);
      default:
        return text.slice(0, start);
    }
  });

describe.each(names)("the reader of %s throws nothing but InputError, in time", (name) => {
  it("at random bytes", () => {
    fc.assert(fc.property(fc.oneof(bytes, fc.string({ unit: "binary" })), (text) => survives(name, text)));
  });

  it("at random numbers", () => {
    fc.assert(
      fc.property(numbers, (text) => survives(name, text)),
      { numRuns: 100 },
    );
  });

  it("at damaged files", () => {
    const isPartial = ["base-matrix", "rows-from-0", "rows-from-1"].includes(name);
    const degrees = isPartial || name === "binary-alist" ? [1] : [1, 2, 4, 8];
    const damaged = fc
      .tuple(
        name === "qc" ? fc.constant(quasiCyclic) : arbitraryCode(degrees, !isPartial),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
      )
      .map(([code, mutations]) => mutations.reduce((text, mutate) => mutate(text), formats[name].write(code)));
    fc.assert(
      fc.property(damaged, (text) => survives(name, text)),
      { numRuns: 200 },
    );
  });

  it("at a header that claims more than there is", () => {
    const sizes = fc.tuple(fc.nat({ max: 4294967295 }), fc.nat({ max: 4294967295 }), fc.constantFrom(2, 4, 64, 256));
    fc.assert(
      fc.property(sizes, numbers, ([n, m, q], rest) => {
        survives(name, `${n} ${m} ${q}\n${rest}`);
        survives(name, `${n} ${m}\n${rest}`);
      }),
    );
  });
});

describe.each(Object.keys(binaryFormats))("the reader of %s throws nothing but InputError", (name) => {
  const survivesBytes = (content: Uint8Array): void => {
    try {
      binaryFormats[name].readBytes(content, { file: "garbage", polynomial: 0x13 });
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).message).toMatch(/^garbage[^:]*: \S/);
    }
  };

  it("at random bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), survivesBytes));
  });

  it("at damaged files", () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 }), fc.boolean()), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(arbitraryCode([1, 4]), changes, (code, all) => {
        const written = binaryFormats[name].writeBytes(code);
        for (const [at, value, cut] of all) written[at % written.length] = cut ? 0 : value;
        const end = all[0][2] ? all[0][0] % written.length : written.length;
        survivesBytes(written.slice(0, end));
      }),
      { numRuns: 200 },
    );
  });
});

describe("files that take long with a careless parser", () => {
  it.each([
    ["deep nesting", "[".repeat(1_000_000)],
    ["deep nesting of objects", '{"a":'.repeat(300_000)],
    ["a long string", `"${"\\n".repeat(1_000_000)}"`],
    ["a million spaces", " ".repeat(1_000_000)],
    ["a million digits", "7".repeat(1_000_000)],
    ["a million zeros", "0 ".repeat(500_000)],
    ["a million ones", "1 ".repeat(500_000)],
    [
      "a comment that states a polynomial over and over",
      `%%MatrixMarket matrix coordinate integer general\n%${" polynomial".repeat(200_000)}\n`,
    ],
    ["a row that names one column over and over", `2 2 4\n9 9\n9 9\n9 9\n${"1 1 ".repeat(300_000)}`],
  ])("%s", (_, text) => {
    for (const name of names) survives(name, text);
  });

  itLong("twelve million spaces", () => {
    expect(() => readCode(" ".repeat(12_000_000), "spaces.alist")).toThrow(
      "spaces.alist:1: the first line has 0 words",
    );
  });

  it("one row of 100,000 entries", () => {
    const n = 100_000;
    const indices = Array.from({ length: n }, (_, i) => i);
    const text = `${n} 1 4\n${"1 ".repeat(n)}\n${n}\n${indices.join(" ")}\n${"3 ".repeat(n)}\n`;
    expect(formats.beidou.read(text, { file: "row" }).matrix.columns).toBe(n);
  });
});
