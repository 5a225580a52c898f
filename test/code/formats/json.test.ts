import { describe, expect, it } from "vitest";
import { readCodeJson, writeCodeJson } from "../../../src/code/formats/json.ts";
import { parityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../../src/galois/field.ts";

const code = {
  name: "tiny-gf4",
  description: 'two checks, "three" symbols',
  source: "by hand",
  matrix: parityCheckMatrix(galoisField(4), 3, [
    [
      [0, 1],
      [1, 2],
    ],
    [
      [1, 1],
      [2, 3],
    ],
  ]),
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

  it("is read back", () => {
    expect(readCodeJson(text, "tiny.json")).toEqual(code);
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
