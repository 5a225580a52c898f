import { describe, expect, it } from "vitest";
import { formats } from "../../../../src/code/formats/index.ts";
import { binaryExample, exampleMatrix } from "../example.ts";

const file = "H.mtx";
const banner = (layout: string, values: string) => `%%MatrixMarket matrix ${layout} ${values} general\n`;
const read = (text: string, options = {}) => formats.mtx.read(text, { file, ...options }).matrix;

describe("Matrix Market", () => {
  it("reads a pattern, with comments, in any order", () => {
    expect(read(`${banner("coordinate", "pattern")}% by hand\n2 3 4\n2 3\n1 1\n1 2\n\n2 2\n`)).toEqual(
      binaryExample.matrix,
    );
  });

  it("reads whole numbers of a real matrix, as scipy writes a matrix of floats", () => {
    const entries = "1 1 1.000000000000000e+00\n1 2 1\n2 2 1.0\n2 3 1e0\n";
    expect(read(`${banner("coordinate", "real")}2 3 4\n${entries}`)).toEqual(binaryExample.matrix);
  });

  it("reads an array, column after column", () => {
    expect(read(`${banner("array", "integer")}2 3\n1\n0\n1\n1\n0\n1\n`)).toEqual(binaryExample.matrix);
  });

  it("reads field elements if the field is named, by the option or by a comment", () => {
    const entries = "2 3 4\n1 1 1\n1 2 2\n2 2 1\n2 3 3\n";
    expect(read(`${banner("coordinate", "integer")}${entries}`, { polynomial: 7 })).toEqual(exampleMatrix);
    expect(read(`${banner("coordinate", "integer")}% GF(4), polynomial 0x7\n${entries}`)).toEqual(exampleMatrix);
    expect(() => read(`${banner("coordinate", "integer")}${entries}`)).toThrow(
      "H.mtx:4: value 2 is neither 0 nor 1: of a code over GF(q) name the field by its primitive polynomial",
    );
  });

  it("reads a symmetric matrix, of which the lower triangle stands in the file", () => {
    const whole = read(`${banner("coordinate", "pattern")}3 3 5\n1 1\n1 3\n2 2\n3 1\n3 3\n`);
    const lower = (layout: string, values: string) => banner(layout, values).replace("general", "symmetric");
    expect(read(`${lower("coordinate", "pattern")}3 3 4\n1 1\n2 2\n3 1\n3 3\n`)).toEqual(whole);
    expect(read(`${lower("array", "integer")}3 3\n1\n0\n1\n1\n0\n1\n`)).toEqual(whole);
    expect(() => read(`${lower("coordinate", "pattern")}3 3 1\n1 3\n`)).toThrow("(1, 3) is above the diagonal");
    expect(() => read(`${lower("coordinate", "pattern")}2 3 1\n1 1\n`)).toThrow("2 rows and 3 columns is not square");
  });

  it("asks what a stored zero of a code over GF(q) means, and takes the meaning that the file states", () => {
    const entries = "2 3 5\n1 1 1\n1 2 2\n1 3 0\n2 2 1\n2 3 3\n";
    const text = `${banner("coordinate", "integer")}${entries}`;
    expect(() => read(text, { polynomial: 7 })).toThrow(
      "H.mtx:5: row 0, column 2: the zero that is stored is no entry with",
    );
    expect(read(text, { polynomial: 7, values: "decimal" })).toEqual(exampleMatrix);
    const exponents = "% GF(4), polynomial 0x7, values: exponent\n2 3 4\n1 1 0\n1 2 1\n2 2 0\n2 3 2\n";
    expect(read(`${banner("coordinate", "integer")}${exponents}`)).toEqual(exampleMatrix);
    expect(() => read(`${banner("coordinate", "integer")}${exponents}`, { values: "decimal" })).toThrow(
      "the file states values: exponent: leave --values out",
    );
  });

  it("takes an irreducible polynomial that is not primitive, with field elements as values alone", () => {
    const entries = "2 3 4\n1 1 1\n1 2 9\n2 2 1\n2 3 3\n";
    const read16 = (options: object) =>
      read(`${banner("coordinate", "integer")}${entries}`, { polynomial: 0x1f, ...options });
    expect([...read16({}).value]).toEqual([1, 9, 1, 3]);
    expect(() => read16({ values: "exponent" })).toThrow("0x1F is not primitive, so values are no exponents of x");
  });

  it.each([
    ["no banner", "2 3 4\n", "H.mtx:1: a Matrix Market file begins with"],
    ["complex values", banner("coordinate", "complex"), '"complex" is not read'],
    [
      "an index from 0",
      `${banner("coordinate", "pattern")}2 3 4\n0 1\n`,
      "H.mtx:3: index 0: do the indices count from 0?",
    ],
    ["an index that is too large", `${banner("coordinate", "pattern")}2 3 4\n3 2\n`, "transposed?"],
    [
      "too few entries",
      `${banner("coordinate", "pattern")}2 3 4\n1 1\n2 2\n1 3\n`,
      "H.mtx:2: the file ends after 3 of 4 entries",
    ],
    ["too many entries", `${banner("coordinate", "pattern")}1 1 1\n1 1\n1 1\n`, "H.mtx:4: follows after the 1 entries"],
    [
      "more than the file can hold",
      `${banner("coordinate", "pattern")}2 3 4000000000\n1 1\n`,
      "more than the file is long",
    ],
    [
      "an entry given twice",
      `${banner("coordinate", "pattern")}1 1 2\n1 1\n1 1\n`,
      "H.mtx:3: row 0: column 0 is given twice",
    ],
    ["a fraction", `${banner("coordinate", "real")}1 1 1\n1 1 0.5\n`, 'H.mtx:3: "0.5" is no whole number'],
  ])("refuses %s", (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
