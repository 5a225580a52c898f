import { describe, expect, it } from "vitest";
import { binaryFormats, formats } from "../../../src/code/formats/index.ts";
import { readCode } from "../../../src/code/formats/read-code.ts";
import { rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { denseMatrix } from "../binary-matrix.ts";
import { binaryExample, exampleCode, exampleMatrix, exampleTexts, type TextFormat, withLine } from "./example.ts";

const gf2 = exampleTexts["binary-alist"];
const fromZero = "4 3\n2 3\n2 2 2 2\n2 3 3\n0 1\n1 2\n0 2\n1 2\n0 2 0\n0 1 3\n1 2 3\n";

describe("a file whose name tells no format", () => {
  it.each(["H.txt", "folder/H", "96.3.963", "H.dat"])("%s is read as the one format that fits", (file) => {
    expect(readCode(gf2, file).matrix).toEqual(binaryExample.matrix);
    expect(readCode(`# MacKay\n${gf2}`, file).matrix).toEqual(binaryExample.matrix);
    expect(readCode("1 1 0\n0 1 1\n", file).matrix).toEqual(binaryExample.matrix);
  });

  it("bytes are known by their first ones", () => {
    for (const format of Object.values(binaryFormats)) {
      expect(readCode(format.writeBytes(binaryExample), "H").matrix).toEqual(binaryExample.matrix);
    }
    expect(() => readCode(Uint8Array.of(1, 0, 2), "H.bin")).toThrow(
      "H.bin: the ending is of no known format and the file is no text",
    );
  });

  it("names the formats that fit where they differ", () => {
    // Over GF(4), exponents plus one equal the field elements. Over GF(8), α² is 4 and is stored as 3.
    const gf8 = "3 2 8\n1 2 1\n2 2\n0 1\n1 2\n1 2\n1 3\n";
    expect(() => readCode(gf8, "GF8.txt")).toThrow(
      /^GF8\.txt: fits ubs \(.*\) and beidou \(.*\), which are different matrices: give --format ubs or --format beidou; /,
    );
    expect(readCode(gf8, "GF8.txt", { format: "ubs" }).matrix.value).toEqual(Uint8Array.of(1, 2, 1, 4));
    expect(readCode(gf8, "GF8.txt", { format: "beidou" }).matrix.value).toEqual(Uint8Array.of(1, 2, 1, 3));
  });

  it("names the format that comes furthest where none fits", () => {
    const cut = withLine(gf2, 9, "2 4");
    expect(() => readCode(cut, "H.txt")).toThrow(
      /fits none of the formats binary-alist, .*; as binary-alist it comes furthest: line 9: column index 4/,
    );
    expect(() => readCode("1 2 3 0\n0 3 1 2\n", "H.txt")).toThrow(
      /as dense it .*: value 2 .*, for example --polynomial 0x25/,
    );
    expect(() => readCode("", "H.txt")).toThrow("fits none of the formats");
  });

  it.each([
    ["rows and columns in the other order", withLine(gf2, 1, "2 3"), /rows and columns transposed\? .* line "3 2"$/],
    ["indices from 0", fromZero, /line 5: row index 0 .*; do the indices count from 0\?/],
    [
      "a field too large",
      withLine(exampleTexts["kn-short"], 1, "3 2 4096"),
      /line 1: field size 4096 is not supported/,
    ],
  ])("hints at %s where none fits", (_, text, message) => {
    expect(() => readCode(text, "H.txt")).toThrow(message);
  });

  it.each([
    ["shifts", "0 -1 4 1\n3 2 0 -1\n", "; shifts of a quasi-cyclic code? Give --format qc and --lifting-size Z"],
    [
      "row lists",
      "0 4 7\n1 2\n3 5 6 7\n",
      "; columns of the ones of each row? Say --format rows-from-0 or rows-from-1",
    ],
    ["a protograph", "1 2 1\n2 1 1\n", "; a protograph? `ldpc code construct --family met --ensemble FILE` lifts it"],
  ])("names the way on for %s", (_, text, message) => {
    expect(() => readCode(text, "H.txt")).toThrow(message);
  });

  it("with a lifting size, is read as base matrices or shifts alone", () => {
    expect(readCode("0 -1 4 1\n3 2 0 -1\n", "H.txt", { liftingSize: 5 }).base?.liftingSize).toBe(5);
    expect(() => readCode(gf2, "H.txt", { liftingSize: 5 })).toThrow("fits none of the formats qc; as qc");
  });

  it("finds a base matrix in a text", () => {
    expect(readCode(formats["base-matrix"].write(binaryExample), "H.txt").matrix).toEqual(binaryExample.matrix);
  });
});

describe("hints at the probable format of a file", () => {
  it.each([
    [
      "indices from 0",
      withLine(gf2, 5, "0 0"),
      "H.alist",
      /^H\.alist:5: row index 0 .*; do the indices count from 0\?/,
    ],
    [
      "indices from 0, padded with -1",
      withLine(gf2, 5, "1 -1"),
      "H.alist",
      /^H\.alist:5: .*-1.*; do the indices count from 0\?/,
    ],
    [
      "rows and columns in the other order",
      withLine(gf2, 1, "2 3"),
      "H.alist",
      /rows and columns transposed\? The file reads with the first line "3 2"/,
    ],
    [
      "pairs of index and value",
      withLine(exampleTexts["qary-alist"], 1, "3 2"),
      "H.alist",
      /pairs of index and value\?.*"3 2 q".*--format qary-alist/,
    ],
    ["another format", exampleTexts["kn-short"], "H.kn", /; the file fits --format kn-short$/],
    [
      "BeiDou's convention",
      exampleTexts.beidou,
      "H.alist",
      /BeiDou convention\? the file fits --format ubs and --format beidou/,
    ],
    ["a base matrix", formats["base-matrix"].write(binaryExample), "H.json", /the file fits --format base-matrix/],
  ])("%s", (_, text, file, message) => {
    expect(() => readCode(text, file)).toThrow(message);
  });
});

const names = Object.keys(exampleTexts) as TextFormat[];
const file = "tiny.txt";

describe.each(names)("%s", (name) => {
  const code = name === "binary-alist" ? binaryExample : exampleCode;

  it("is read", () => {
    expect(formats[name].read(exampleTexts[name], { file }).matrix).toEqual(code.matrix);
  });

  it("is written", () => {
    expect(formats[name].write(code)).toBe(exampleTexts[name]);
  });

  it("is read with all lists on one line", () => {
    const header = exampleTexts[name].indexOf("\n") + 1;
    const oneLine = exampleTexts[name].slice(0, header) + exampleTexts[name].slice(header).replaceAll("\n", "\t");
    expect(formats[name].read(oneLine, { file }).matrix).toEqual(code.matrix);
  });
});

describe("the meaning of the values", () => {
  it("is the user's word before the format's", () => {
    const decimal = formats.kn.read(exampleTexts["qary-alist"].replace(/ 0 0$/gm, ""), { file, values: "decimal" });
    expect(decimal.matrix).toEqual(exampleMatrix);
    expect(formats.kn.write(exampleCode, { values: "exponent+1" })).toContain("1 1 2 2\n2 1 3 3\n");
    expect(formats.ubs.write(exampleCode, { values: "exponent" })).toContain("0 1\n0 2\n");
  });

  it("differs by more than a name: α^2 + 1 stands for 5, 6 and 7 over GF(8)", () => {
    const matrix = denseMatrix(8, "1 5");
    const code = { ...exampleCode, matrix };
    expect(formats.beidou.write(code)).toMatch(/1 5\n$/);
    expect(formats["kn-short"].write(code)).toMatch(/1 0 2 6\n$/);
    expect(formats.ubs.write(code)).toMatch(/1 7\n$/);
    expect(formats.ubs.read("2 1 8  1 1  2  0 1  1 7", { file }).matrix).toEqual(matrix);
  });

  it("depends on the polynomial where values are exponents", () => {
    const read = (polynomial: number) =>
      formats["kn-short"].read("2 1 8  1 1  2  1 0 2 3", { file, polynomial }).matrix;
    expect(rowEntries(read(0xb), 0)).toContainEqual([1, 3]);
    expect(rowEntries(read(0xd), 0)).toContainEqual([1, 5]);
    expect(read(0xd).field.polynomial).toBe(0xd);
  });

  it("contradicts a number: error with file, line and remedy", () => {
    const kn = exampleTexts.kn;
    expect(() => formats.kn.read(kn, { file, values: "decimal" })).toThrow(
      "tiny.txt:8: value 0 contradicts the meaning of the values: as decimal it must be in 1 … 3 for GF(4); --values can say exponent",
    );
    expect(() => formats["qary-alist"].read(exampleTexts["qary-alist"], { file, values: "exponent" })).toThrow(
      "tiny.txt:9: value 3 contradicts the meaning of the values: as exponent it must be in 0 … 2 for GF(4); --values can say decimal or exponent+1",
    );
    expect(() => formats.kn.read(kn, { file, values: "exponent+1" })).toThrow(/^tiny\.txt:8: value 0 contradicts/);
  });
});

describe("alist", () => {
  const read = (text: string, options = {}) => formats.alist.read(text, { file, ...options }).matrix;

  it("is binary or q-ary as the first line says", () => {
    expect(read(exampleTexts["binary-alist"])).toEqual(binaryExample.matrix);
    expect(read(exampleTexts["qary-alist"])).toEqual(exampleMatrix);
    expect(formats.alist.write(binaryExample)).toBe(exampleTexts["binary-alist"]);
    expect(formats.alist.write(exampleCode)).toBe(exampleTexts["qary-alist"]);
  });

  it("takes exponents where a 0 tells", () => {
    expect(read(exampleTexts.kn)).toEqual(exampleMatrix);
  });

  it("refuses to guess the meaning of the values", () => {
    const open = "2 1 4\n1 2\n1 1\n2\n1 1\n1 2\n1 1 2 2\n";
    expect(() => read(open)).toThrow(/^tiny\.txt:7: the values can be field elements .* say --values decimal or/);
    expect(rowEntries(read(open, { values: "decimal" }), 0)).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(rowEntries(read(open, { values: "exponent" }), 0)).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });

  it("does not take padding for a value", () => {
    // With only the values 1 and 2 and padding, the zeros cannot be exponents.
    const padded = withLine(withLine(exampleTexts["qary-alist"], 7, "2 2 0 0"), 9, "2 1 3 2");
    expect(() => read(padded)).toThrow(/the file does not tell/);
  });

  it.each([
    ["", 1, 0],
    ["7\n", 1, 1],
    ["\n\n3 2 4 1\n", 3, 4],
  ])("refuses the first line of %j", (text, line, words) => {
    const message = `tiny.txt:${line}: the first line has ${words} words: an alist begins with`;
    expect(() => read(text)).toThrow(message);
  });
});

it("a binary alist holds neither a larger field nor values", () => {
  const binary = formats["binary-alist"];
  expect(() => binary.write(exampleCode)).toThrow("a binary alist is over GF(2), not GF(4): write .json or .mtx");
  expect(() => binary.write(binaryExample, { values: "decimal" })).toThrow(/leave --to-values out/);
  expect(() => binary.read(exampleTexts["binary-alist"], { file, values: "decimal" })).toThrow(/leave --values out/);
});
