import { describe, expect, it } from "vitest";
import { expand } from "../../../src/code/base-matrix.ts";
import type { Code } from "../../../src/code/code.ts";
import type { ReadOptions, WriteOptions } from "../../../src/code/formats/format.ts";
import { FORMAT_NAMES, formats, leftOut } from "../../../src/code/formats/index.ts";
import { readCodeJson, writeCodeJson } from "../../../src/code/formats/json.ts";
import { formatOfName, readCode } from "../../../src/code/formats/read-code.ts";
import { codeHash } from "../../../src/code/hash.ts";
import { parityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { withUnsent } from "../../../src/code/rate-matching.ts";
import { InputError } from "../../../src/errors.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { entriesOf } from "../binary-matrix.ts";
import { exampleMatrix, exampleTexts, quasiCyclic, type TextFormat, withLine } from "./example.ts";

const code = {
  name: "tiny-gf4",
  description: 'two checks, "three" symbols',
  source: "by hand",
  matrix: exampleMatrix,
};

const text = `{
  "name": "tiny-gf4",
  "description": "two checks, \\"three\\" symbols",
  "source": "by hand",
  "field": { "q": 4, "polynomial": 7 },
  "n": 3,
  "checks": [
    [[0, 1], [1, 2]],
    [[1, 1], [2, 3]]
  ]
}
`;

describe("code JSON", () => {
  it("is written with one check per line", () => {
    expect(writeCodeJson(code)).toBe(text);
  });

  it.each([
    ["truncated file", text.slice(0, -8), /^tiny\.json:9: not valid JSON/],
    ["missing comma", text.replace('"n": 3,', '"n": 3'), /^tiny\.json:7: not valid JSON/],
    ["trailing text", `${text}7`, /^tiny\.json:12: not valid JSON/],
    ["not an object", "[]", /^tiny\.json:1: the file must be an object/],
    ["missing member", text.replace('  "n": 3,\n', ""), /^tiny\.json:1: "n" is missing/],
    ["unknown member", text.replace('"n"', '"m": 2, "n"'), /^tiny\.json:1: the file has an unknown entry "m"/],
    [
      "value that is no integer",
      text.replace("[1, 2]", "[1, 2.5]"),
      /^tiny\.json:8: "checks\.0\.1\.1" must be a whole number/,
    ],
    [
      "several faults",
      text.replace('  "n": 3,\n', "").replace("[1, 2]", "[1, 2.5]"),
      /^tiny\.json:1: 2 faults: line 1: "n" is missing; line 7: "checks/,
    ],
    [
      "a base matrix",
      '{ "lifting": 4, "shifts": [] }',
      /faults: .*; base matrices\? Give the file the ending \.base\.json/,
    ],
    [
      "a punctured position outside",
      text.replace('"n": 3,', '"n": 3,\n  "punctured": "0,3",'),
      /^tiny\.json:7: "punctured": position 3 is outside 0 … 2/,
    ],
    [
      "a position punctured and shortened",
      text.replace('"n": 3,', '"n": 3, "punctured": "0",\n  "shortened": "0",'),
      /^tiny\.json:7: "shortened": position 0 is named twice/,
    ],
    [
      "no symbol to send",
      text.replace('"n": 3,', '"n": 3,\n  "punctured": "0-2",'),
      /^tiny\.json:7: "punctured": position 2 leaves no symbol to send/,
    ],
    ["unsafe name", text.replace('"tiny-gf4"', '"../x"'), /^tiny\.json:2: "name" must be letters/],
    ["q not a power of two", text.replace('"q": 4', '"q": 6'), /^tiny\.json:5: field size 6 is not supported/],
    ["reducible polynomial", text.replace("7 }", "5 }"), /^tiny\.json:5: polynomial 0x5 is a product/],
    ["column out of range", text.replace("[2, 3]", "[3, 3]"), /^tiny\.json:9: row 1: column 3 is outside 0 … 2/],
    ["value ≥ q", text.replace("[1, 2]", "[1, 4]"), /^tiny\.json:8: row 0, column 1: value 4 is outside 1 … 3/],
    ["value 0", text.replace("[1, 2]", "[1, 0]"), /^tiny\.json:8: row 0, column 1: value 0 is outside/],
    ["duplicate entry", text.replace("[2, 3]", "[2, 3], [2, 1]"), /^tiny\.json:9: row 1: column 2 is given twice/],
    [
      "mostly empty columns",
      text.replace('"n": 3', '"n": 9'),
      /^tiny\.json:6: 9 columns but only 4 entries: more than half/,
    ],
    ["absurd size", text.replace('"n": 3', '"n": 4000000000'), /^tiny\.json:6: 4000000000 columns but only 4 entries/],
  ])("refuses %s with file and line", (_, broken, message) => {
    expect(() => readCodeJson(broken, "tiny.json")).toThrow(expect.objectContaining({ name: "InputError" }));
    expect(() => readCodeJson(broken, "tiny.json")).toThrow(message);
  });
});

const { base, matrix } = quasiCyclic;
const plain: Code = { name: "plain", description: "d", source: "s", matrix };
const withBase: Code = { ...plain, base };
const labelled = (polynomial: number): Code => ({
  ...plain,
  matrix: parityCheckMatrix(galoisField(8, polynomial), 3, entriesOf("1 5 0", "0 7 3")),
});

/** A code for each property that a format may have no place for. */
const codes: Record<string, Code> = {
  plain,
  "quasi-cyclic": withBase,
  "punctured block": withUnsent(withBase, { puncture: [3, 4, 5] }),
  "punctured symbol": withUnsent(withBase, { puncture: [4] }),
  shortened: withUnsent(plain, { shorten: [0, 2] }),
  "punctured and shortened": withUnsent(withBase, { puncture: [3, 4, 5], shorten: [0] }),
  sending: { ...plain, sending: { order: Uint32Array.of(3, 2, 1), checksumBits: 0 } },
  "another order of symbols": {
    ...plain,
    base: { ...base, symbolOrder: { first: Uint32Array.of(3, 0, 6, 9), step: Uint32Array.of(1, 1, 1, 1) } },
  },
  "over GF(8)": labelled(0xb),
  "over GF(8), other polynomial": labelled(0xd),
};
codes["another order of symbols"] = {
  ...codes["another order of symbols"],
  matrix: expand(codes["another order of symbols"].base!),
};

describe.each(FORMAT_NAMES)("the writer of %s", (name) => {
  const format = formatOfName(name);
  const write = (code: Code, options?: WriteOptions) =>
    "writeBytes" in format ? format.writeBytes(code, options) : format.write(code, options);
  const file = "written.dat";

  it.each(Object.entries(codes))("writes a code that is read back the same, or refuses it: %s", (_, code) => {
    let content: string | Uint8Array;
    try {
      content = write(code);
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      return;
    }
    const lost = leftOut(code, format).join("; ");
    // q-ary alist files have two meanings, and the reader asks for one. The field is an option where the writer says so.
    const options: Omit<ReadOptions, "file"> = {
      ...(name === "alist" && code.matrix.field.q > 2 ? { values: "decimal" } : {}),
      ...(lost.includes("the field") ? { polynomial: Number(/--polynomial (0x\w+)/.exec(lost)![1]) } : {}),
    };
    const read = readCode(content, file, { ...options, format: name });
    expect(codeHash(read.matrix, read)).toBe(codeHash(code.matrix, code));
    // What is not read back is said.
    expect(read.base === undefined && code.base !== undefined).toBe(lost.includes("the circulants"));
    expect(
      [read.name, read.description, read.source].join() !== [code.name, code.description, code.source].join(),
    ).toBe(lost.includes("name, description and source"));
  });

  it("writes the matrix alone where --drop-puncturing says so, and names the options that puncture it again", () => {
    const code = codes["punctured and shortened"];
    const options = { dropPuncturing: true };
    const read = readCode(write(code, options), file, { format: name });
    expect(codeHash(read.matrix, read)).toBe(codeHash(plain.matrix));
    expect(leftOut(code, format, options).join("; ")).toMatch(/--puncture 3-5\).*--shorten 0\)/);
  });
});

it("a code of a file with a name that is no code name is read back from JSON", () => {
  const read = readCode("1 1 0\n0 1 1\n", "my folder/ä H (1).csv");
  expect(read.name).toBe("H-1-");
  expect(readCode(formats.json.write(read), "H.json").name).toBe("H-1-");
});

/** The fault, the line to replace, its replacement (null: none), and the message after `tiny.txt:`. */
type Case = readonly [what: string, line: number, replacement: string | null, message: RegExp];

/** Mistakes in the header that all text formats with q share. */
const header: Case[] = [
  ["q not a power of two", 1, "3 2 6", /^1: field size 6 is not supported: q must be a power of two/],
  ["q = 1", 1, "3 2 1", /^1: field size 1 is not supported/],
  ["q = 512", 1, "3 2 512", /^1: field size 512 is not supported/],
  ["no columns", 1, "0 2 4", /^1: a matrix of 2 rows and 0 columns is empty/],
  ["no rows", 1, "3 0 4", /^1: a matrix of 0 rows and 3 columns is empty/],
  ["absurd columns", 1, "4000000000 2 4", /^1: the first line claims 4000000000 columns and 2 rows, but at most \d+/],
  ["absurd rows", 1, "3 999999999 4", /^1: the first line claims 3 columns and 999999999 rows, but at most \d+/],
  ["a word", 1, "3 two 4", /^1: "two" stands where the number of rows should be/],
  ["a negative number", 1, "-3 2 4", /^1: "-3" stands where the number of columns should be/],
  ["a fraction", 1, "3 2.0 4", /^1: "2\.0" stands where/],
  ["too many digits", 1, `3 2 ${"9".repeat(30)}`, /^1: "9{20}…" stands where the field size q should be/],
];

const cases: Record<TextFormat, Case[]> = {
  "binary-alist": [
    ["truncated file", 9, null, /^9: the file ends where a column index in the list of row 2 should be/],
    ["maximum too large", 2, "2 3", /^4: the largest row degree is 2, but the file claims 3 before/],
    ["too few degrees", 3, "1 2", /^5: row index 0 in the list of column 1 is outside 1 … 2/],
    ["degree 0 of a used column", 3, "1 2 0", /^7: 2 stands where column 3, of degree 0, should be padded with 0/],
    ["padding inside a list", 6, "1 0", /^6: row index 0 in the list of column 2 is outside 1 … 2/],
    ["padding that is no padding", 7, "2 1", /^7: 1 stands where column 3, of degree 1, should be padded with 0/],
    ["column list that disagrees", 5, "2 0", /^8: row 1, column 1: in the list of the row, but not/],
  ],
  "qary-alist": [
    ...header,
    ["truncated file", 9, "2 1 3", /^10: the file ends where a value in the list of row 2 should be/],
    ["trailing numbers", 9, "2 1 3 3 1", /^9: "1" follows after the matrix is complete/],
    ["degree above the maximum", 4, "2 4", /^4: the degree of row 2 is 4, but there are only 3 columns/],
    ["maximum too small", 2, "2 1", /^4: the degree of row 1 is 2, but line 2 says 1 at most/],
    ["row index out of range", 5, "3 1 0 0", /^5: row index 3 in the list of column 1 is outside 1 … 2/],
    ["value ≥ q in a column", 6, "1 2 2 9", /^6: value 9 in the list of column 2 is not below q = 4/],
    ["duplicate entry", 8, "1 1 1 2", /^8: column index 1 is twice in the list of row 1/],
    ["values that disagree", 9, "2 1 3 2", /^9: row 2, column 3: the value is 2 in the list of the row, 3 in that/],
    ["padding with a value", 5, "1 1 0 2", /^5: "0 2" stands where column 1, of degree 1, should be padded/],
    ["padding that stops", 7, "2 3", /^8: "1 1" stands where column 3, of degree 1, should be padded with "0 0"/],
  ],
  kn: [
    ["wrong degree count", 4, "2 1", /^9: "3" follows after the matrix is complete/],
    ["lists that disagree", 7, "1 2", /^7: row 1, column 3: in the list of the column, but not in that of the row/],
  ],
  "kn-short": [
    [
      "degrees that disagree",
      2,
      "2 1 1",
      /^2: column 1 has degree 2 by the column degrees, but the row lists name it 1/,
    ],
    ["exponent q − 1", 4, "1 0 2 3", /^4: value 3 contradicts the meaning of the values: as exponent/],
  ],
  ubs: [
    ["truncated file", 7, null, /^7: the file ends where a value in the list of row 2 should be/],
    ["column index out of range", 5, "1 3", /^5: column index 3 in the list of row 2 is outside 0 … 2/],
    ["value ≥ q", 6, "1 4", /^6: value 4 in the list of row 1 is not below q = 4/],
    ["value 0", 6, "0 2", /^6: value 0 contradicts the meaning of the values: as exponent\+1/],
  ],
  beidou: [
    ["a word behind the matrix", 7, "1 3\nx", /^8: "x" follows after the matrix is complete/],
    ["value 0", 7, "0 3", /^7: value 0 contradicts the meaning of the values: as decimal/],
  ],
};

describe.each(Object.keys(cases) as TextFormat[])("%s refuses", (name) => {
  it.each(cases[name])("%s with file and line", (_, line, replacement, message) => {
    const broken = withLine(exampleTexts[name], line, replacement);
    const [error] = thrown(() => formats[name].read(broken, { file: "tiny.txt" }));
    expect(error).toBeInstanceOf(InputError);
    const text = (error as InputError).message;
    expect(text).toMatch(/^tiny\.txt:/);
    expect(text.slice("tiny.txt:".length)).toMatch(message);
  });

  it("a polynomial that is not primitive or of another degree", () => {
    const read = (polynomial: number) => () => formats[name].read(exampleTexts[name], { file: "tiny.txt", polynomial });
    expect(read(0x5)).toThrow(/^tiny\.txt:1: (polynomial 0x5|.*leave --polynomial out$)/);
    expect(read(0x1001)).toThrow(/^tiny\.txt:1: (polynomial 0x1001 does not have degree|.*leave --polynomial out$)/);
  });
});

function thrown(action: () => unknown): [unknown] | [] {
  try {
    action();
    return [];
  } catch (error) {
    return [error];
  }
}
