import { describe, expect, it } from "vitest";
import { binaryFormats, formats } from "../../../../src/code/formats/index.ts";
import { readCode } from "../../../../src/code/formats/read-code.ts";
import { binaryExample, exampleTexts, withLine } from "../example.ts";

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
