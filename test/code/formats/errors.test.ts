import { describe, expect, it } from "vitest";
import { formats } from "../../../src/code/formats/index.ts";
import { InputError } from "../../../src/errors.ts";
import { exampleTexts, type TextFormat, withLine } from "./example.ts";

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
    ...header
      .filter(([, , text]) => !/6$|1$|512$|9{30}$/.test(text ?? ""))
      .map(([what, line, text, message]): Case => {
        return [what, line, text?.replace(/ 4$/, "") ?? null, message];
      }),
    ["truncated file", 9, null, /^9: the file ends where a column index in the list of row 2 should be/],
    ["trailing numbers", 9, "2 3\n7", /^10: "7" follows after the matrix is complete/],
    ["degree above the maximum", 3, "1 3 1", /^3: the degree of column 2 is 3, but there are only 2 rows/],
    ["maximum too small", 2, "1 2", /^3: the degree of column 2 is 2, but line 2 says 1 at most/],
    ["maximum too large", 2, "2 3", /^4: the largest row degree is 2, but the file claims 3 before/],
    ["too few degrees", 3, "1 2", /^5: row index 0 in the list of column 1 is outside 1 … 2/],
    [
      "degree 0 of a column with entries",
      3,
      "1 2 0",
      /^7: 2 stands where column 3, of degree 0, should be padded with 0/,
    ],
    ["row index out of range", 6, "1 3", /^6: row index 3 in the list of column 2 is outside 1 … 2/],
    ["column index out of range", 9, "2 4", /^9: column index 4 in the list of row 2 is outside 1 … 3/],
    ["padding inside a list", 6, "1 0", /^6: row index 0 in the list of column 2 is outside 1 … 2/],
    ["duplicate in a column list", 6, "1 1", /^6: row index 1 is twice in the list of column 2/],
    ["duplicate in a row list", 9, "3 3", /^9: column index 3 is twice in the list of row 2/],
    ["padding that is no padding", 7, "2 1", /^7: 1 stands where column 3, of degree 1, should be padded with 0/],
    ["lists that disagree", 8, "1 3", /^8: row 1, column 3: in the list of the row, but not in that of the column/],
    ["column list that disagrees", 5, "2 0", /^8: row 1, column 1: in the list of the row, but not/],
  ],
  "qary-alist": [
    ...header,
    ["truncated file", 9, "2 1 3", /^10: the file ends where a value in the list of row 2 should be/],
    ["trailing numbers", 9, "2 1 3 3 1", /^9: "1" follows after the matrix is complete/],
    ["degree above the maximum", 4, "2 4", /^4: the degree of row 2 is 4, but there are only 3 columns/],
    ["maximum too small", 2, "2 1", /^4: the degree of row 1 is 2, but line 2 says 1 at most/],
    ["degree 0 of a column with entries", 3, "0 2 1", /^5: row index 0 in the list of column 2 is outside 1 … 2/],
    ["row index out of range", 5, "3 1 0 0", /^5: row index 3 in the list of column 1 is outside 1 … 2/],
    ["column index out of range", 8, "1 1 5 2", /^8: column index 5 in the list of row 1 is outside 1 … 3/],
    ["value ≥ q in a row", 8, "1 1 2 4", /^8: value 4 in the list of row 1 is not below q = 4/],
    ["value ≥ q in a column", 6, "1 2 2 9", /^6: value 9 in the list of column 2 is not below q = 4/],
    ["value 0 in both lists", 6, "1 0 2 1", /^8: row 1, column 2: the value is 2 in the list of the row, 0 in that/],
    ["duplicate entry", 8, "1 1 1 2", /^8: column index 1 is twice in the list of row 1/],
    ["values that disagree", 9, "2 1 3 2", /^9: row 2, column 3: the value is 2 in the list of the row, 3 in that/],
    ["lists that disagree", 8, "1 1 3 2", /^8: row 1, column 3: in the list of the row, but not in that of the column/],
    ["padding with a value", 5, "1 1 0 2", /^5: "0 2" stands where column 1, of degree 1, should be padded/],
    ["padding that stops", 7, "2 3", /^8: "1 1" stands where column 3, of degree 1, should be padded with "0 0"/],
  ],
  kn: [
    ...header,
    ["truncated file", 9, null, /^9: the file ends where a column index in the list of row 2 should be/],
    ["trailing numbers", 9, "2 0 3 2\n\n1 1", /^11: "1" follows after the matrix is complete/],
    ["wrong degree count", 4, "2 1", /^9: "3" follows after the matrix is complete/],
    ["degree 0 of a column with entries", 3, "1 2 0", /^9: column index 2 is twice in the list of row 2/],
    ["row index 0", 7, "0 2", /^7: row index 0 in the list of column 3 is outside 1 … 2/],
    ["column index out of range", 9, "2 0 4 2", /^9: column index 4 in the list of row 2 is outside 1 … 3/],
    ["value ≥ q", 9, "2 0 3 4", /^9: value 4 in the list of row 2 is not below q = 4/],
    ["duplicate entry", 6, "1 1 1 0", /^6: row index 1 is twice in the list of column 2/],
    ["values that disagree", 6, "1 2 2 0", /^8: row 1, column 2: the value is 1 in the list of the row, 2 in that/],
    ["lists that disagree", 7, "1 2", /^7: row 1, column 3: in the list of the column, but not in that of the row/],
  ],
  "kn-short": [
    ...header,
    ["truncated file", 5, "2 0 3", /^6: the file ends where a value in the list of row 2 should be/],
    ["trailing numbers", 5, "2 0 3 2 1 1", /^5: "1" follows after the matrix is complete/],
    [
      "degree 0 of a column with entries",
      2,
      "0 2 1",
      /^2: column 1 has degree 0 by the column degrees, but the row lists name it 1/,
    ],
    ["degree above the other side", 3, "4 2", /^3: the degree of row 1 is 4, but there are only 3 columns/],
    [
      "column degrees that disagree",
      2,
      "2 1 1",
      /^2: column 1 has degree 2 by the column degrees, but the row lists name it 1/,
    ],
    ["column index out of range", 4, "1 0 4 1", /^4: column index 4 in the list of row 1 is outside 1 … 3/],
    ["value ≥ q", 4, "1 0 2 7", /^4: value 7 in the list of row 1 is not below q = 4/],
    ["exponent q − 1", 4, "1 0 2 3", /^4: value 3 contradicts the meaning of the values: as exponent/],
    ["duplicate entry", 5, "2 0 2 2", /^5: column index 2 is twice in the list of row 2/],
  ],
  ubs: [
    ...header,
    ["truncated file", 7, null, /^7: the file ends where a value in the list of row 2 should be/],
    ["trailing numbers", 7, "1 3 3", /^7: "3" follows after the matrix is complete/],
    ["degree 0 of a column with entries", 2, "1 2 0", /^2: column 3 has degree 0 by the column degrees, but/],
    ["column degrees that disagree", 2, "1 1 2", /^2: column 2 has degree 1 by the column degrees, but/],
    ["column index out of range", 5, "1 3", /^5: column index 3 in the list of row 2 is outside 0 … 2/],
    ["value ≥ q", 6, "1 4", /^6: value 4 in the list of row 1 is not below q = 4/],
    ["value 0", 6, "0 2", /^6: value 0 contradicts the meaning of the values: as exponent\+1/],
    ["duplicate entry", 4, "1 1", /^4: column index 1 is twice in the list of row 1/],
  ],
  beidou: [
    ...header,
    ["truncated file", 6, null, /^7: the file ends where a value in the list of row 2 should be/],
    ["trailing numbers", 7, "1 3\nx", /^8: "x" follows after the matrix is complete/],
    ["degree 0 of a column with entries", 2, "0 2 1", /^2: column 1 has degree 0 by the column degrees, but/],
    ["column degrees that disagree", 2, "2 1 1", /^2: column 1 has degree 2 by the column degrees, but/],
    ["column index out of range", 4, "0 3", /^4: column index 3 in the list of row 1 is outside 0 … 2/],
    ["value ≥ q", 7, "1 4", /^7: value 4 in the list of row 2 is not below q = 4/],
    ["value 0", 7, "0 3", /^7: value 0 contradicts the meaning of the values: as decimal/],
    ["duplicate entry", 5, "2 2", /^5: column index 2 is twice in the list of row 2/],
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
    expect(read(0x5)).toThrow(/^tiny\.txt:1: polynomial 0x5/);
    expect(read(0x1001)).toThrow(/^tiny\.txt:1: polynomial 0x1001 does not have degree/);
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
