import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.ts";
import { ZERO_COUNTS } from "../../src/simulation/counts.ts";
import { csvLine, parseCsv } from "../../src/simulation/csv.ts";
import { formatPoints, POINT_COLUMNS, type PointRow, parsePoints, pointRow } from "../../src/simulation/points.ts";
import { sha256Hex } from "../../src/simulation/task.ts";
import { MUTATIONS } from "../mutations.ts";
import { fakeSweep } from "./watched-ledger.ts";

const [task] = fakeSweep().tasks;
const counts = {
  frames: 4000,
  frameErrors: 17,
  informationFrameErrors: 12,
  symbolErrors: 34,
  bitErrors: 68,
  undetected: 1,
  iterations: 9000,
  iterationsCorrect: 8830,
  symbolErrorsSquared: 68,
  bitErrorsSquared: 272,
  mlErrors: 1,
};

/** A row without the count of maximum-likelihood errors. */
function uncountedRow(): PointRow {
  const { ml_errors: _, ...row } = pointRow(task, counts, "errors", 20, 2);
  return row;
}

describe("points.csv", () => {
  it("has the columns and the number format that other tools rely on", () => {
    const text = formatPoints([
      pointRow(task, counts, "errors", 20, 2),
      pointRow(task, { ...ZERO_COUNTS, frames: 10 ** 7 }, "unfinished", 20, 2),
    ]);
    expect(text).toBe(
      "code,decoder,channel,point,seed,frames,frame_errors,information_frame_errors,symbol_errors,bit_errors,undetected," +
        "iterations,iterations_correct,fer,fer_low,fer_high,ser,ser_low,ser_high,ber,ber_low,ber_high,stopped_by," +
        "ml_errors,checksum\n" +
        "fake,min-max iterations=10 stop=syndrome,awgn,0.5,1,4000,17,12,34,68,1,9000,8830," +
        "0.00425,0.00247767,0.00679597,0.000425,0.000247767,0.000679597,0.000425,0.000247767,0.000679597,errors,1,4ad5a4ab08bbaa45\n" +
        "fake,min-max iterations=10 stop=syndrome,awgn,0.5,1,10000000,0,0,0,0,0,0,0," +
        "0,0,3.68888e-7,0,0,3.68888e-7,0,0,3.68888e-7,unfinished,0,947c29300c022f53\n",
    );
  });

  it("is read back as it was written", () => {
    const rows = [
      pointRow(task, counts, "errors", 20, 2),
      pointRow({ ...task, code: { name: 'my "best", code\n', hash: "" }, decoder: "a,b" }, counts, "time", 20, 2),
      uncountedRow(),
    ];
    const text = formatPoints(rows);
    expect(parsePoints(text)).toEqual(rows);
    expect(parsePoints(text.replaceAll("\n", "\r\n").replace("code\r\n", "code\n"))).toEqual(rows);
    expect(formatPoints(parsePoints(text))).toBe(text);
  });

  it("leaves ml_errors empty where it was not counted", () => {
    const row = uncountedRow();
    expect("ml_errors" in row).toBe(false);
    const text = formatPoints([row]);
    expect(text).toMatch(/,errors,,[0-9a-f]{16}\n$/);
    expect(parsePoints(text)).toEqual([row]);
    expect(() => parsePoints(text.replace(",errors,,", ",errors,x,"))).toThrow(/ml_errors "x" is not a number/);
    expect(() => parsePoints(text.replace(/,[0-9a-f]{16}\n$/, "\n"))).toThrow(/24 fields instead of 25/);
  });

  it("has checksums that any tool can make: of header and row without the last column", () => {
    const text = formatPoints([pointRow({ ...task, decoder: "a,b" }, counts, "errors", 20, 2)]);
    const [header, row] = text.split("\n");
    const lines = [header, row].map((line) => `${line.slice(0, line.lastIndexOf(","))}\n`).join("");
    expect(row.slice(-16)).toBe(sha256Hex(lines).slice(0, 16));
    expect("checksum" in parsePoints(text)[0]).toBe(false);
    for (const wrong of ["", "0000000000000000", row.slice(-16).toUpperCase()]) {
      expect(() => parsePoints(text.replace(row.slice(-16), wrong), "points.csv")).toThrow(
        /^points.csv:2: checksum is not that of the row's other fields: the row is damaged/,
      );
    }
  });

  it.each([
    ["", /points.csv:1: the columns are not those/],
    ["a,b\n1,2\n", /points.csv:1: the columns are not those/],
    [`${POINT_COLUMNS.join(",")}\nfake,min-max\n`, /points.csv:1: the columns are not those/],
    [`${POINT_COLUMNS.join(",")},checksum\nfake,min-max\n`, /points.csv:2: 2 fields instead of 25/],
    [
      formatPoints([pointRow(task, counts, "errors", 20, 2)]).replace(",4000,", ",many,"),
      /points.csv:2: frames "many"/,
    ],
    [formatPoints([pointRow(task, counts, "errors", 20, 2)]).replace(",4000,", ",,"), /points.csv:2: frames ""/],
    [`${POINT_COLUMNS.join(",")},checksum\n"fake`, /points.csv:2: misplaced or unclosed quote/],
  ])("refuses %j", (text, message) => {
    expect(() => parsePoints(text, "points.csv")).toThrow(message);
    expect(() => parsePoints(text, "points.csv")).toThrow(InputError);
  });
});

describe("a row of points.csv that is none of a point", () => {
  const text = withoutChecksum(formatPoints([pointRow(task, counts, "errors", 20, 2)]));
  const [header, row] = text.split("\n");

  it.each([
    ["channel", "fading", /channel "fading" is unknown: known are awgn, awgn-esn0, .*bsc, qsc, bec, qec/],
    ["point", "51", /point 51: give decibels/],
    ["point", "Infinity", /point "Infinity" is not a number/],
    [
      "stopped_by",
      "boredom",
      /stopped_by "boredom" is unknown: known are errors, undetected, frames, time, unfinished/,
    ],
    ["seed", "-1", /seed -1 is not in 0 … 2\^32 − 1/],
    ["seed", "4294967296", /seed 4294967296 is not/],
    ["frames", "4000.5", /frames 4000.5 is not a count/],
    ["frames", "0", /frames 0: a point has frames/],
    ["frame_errors", "-17", /frame_errors -17 is not a count/],
    ["bit_errors", "9007199254740992", /bit_errors 9007199254740992 is not a count/],
  ])("%s %s", (column, field, message) => {
    const fields = row.split(",");
    fields[POINT_COLUMNS.indexOf(column as (typeof POINT_COLUMNS)[number])] = field;
    const wrong = withChecksum(header, fields.join(","));
    expect(() => parsePoints(wrong, "points.csv")).toThrow(message);
    expect(() => parsePoints(wrong, "points.csv")).toThrow(/^points.csv:2: /);
    expect(() => parsePoints(wrong, "points.csv")).toThrow(InputError);
  });
});

describe("a damaged points.csv", () => {
  const rows = [
    pointRow(task, counts, "errors", 20, 2),
    pointRow({ ...task, code: { name: 'my "best", code\n', hash: "" }, decoder: "a,b" }, counts, "time", 20, 2),
    pointRow(task, { ...ZERO_COUNTS, frames: 10 ** 7 }, "unfinished", 20, 2),
  ];
  const text = formatPoints(rows);
  const known = rows.map((row) => JSON.stringify(row));
  const piece = fc.string({
    unit: fc.oneof(fc.constantFrom(...'0123456789.,-e\n"abcdef'), fc.string({ minLength: 1, maxLength: 1 })),
    maxLength: 6,
  });
  /** Replaces some characters by others, once or several times. Some replacements are parts of the text itself. */
  const change = fc.tuple(fc.nat(text.length), fc.nat(6), fc.oneof(piece, fc.nat(text.length)));
  const damaged = (changes: [number, number, string | number][]) =>
    changes.reduce((of, [at, length, by]) => {
      const inserted = typeof by === "string" ? by : of.slice(by, by + length);
      return of.slice(0, at) + inserted + of.slice(at + length);
    }, text);

  function accepted(of: string): PointRow[] {
    try {
      return parsePoints(of, "points.csv");
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      return [];
    }
  }

  it("is read as it was written or not at all", () => {
    let same = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const read = accepted(damaged(changes)).map((row) => JSON.stringify(row));
        expect(read.filter((row) => !known.includes(row))).toEqual([]);
        same += read.length > 0 ? 1 : 0;
      }),
      { numRuns: 4 * MUTATIONS },
    );
    expect(same).toBeLessThan(0.1 * 4 * MUTATIONS);
  });
});

/** Header and rows without their last column. */
function withoutChecksum(text: string): string {
  return text.replaceAll(/,(?:checksum|[0-9a-f]{16})\n/g, "\n");
}

/** The file of a header and a row, with the row's right checksum. */
function withChecksum(header: string, row: string): string {
  return `${header},checksum\n${row},${sha256Hex(`${header}\n${row}\n`).slice(0, 16)}\n`;
}

describe("CSV", () => {
  it("quotes as RFC 4180 does", () => {
    const fields = ["a", "b,c", 'say "x"', "two\nlines", "", " "];
    expect(csvLine(fields)).toBe('a,"b,c","say ""x""","two\nlines",, ');
    expect(parseCsv(`${csvLine(fields)}\n\n1,2\n`)).toEqual([
      { fields, line: 1 },
      { fields: ["1", "2"], line: 4 },
    ]);
    expect(parseCsv("a,\nb")).toEqual([
      { fields: ["a", ""], line: 1 },
      { fields: ["b"], line: 2 },
    ]);
    expect(() => parseCsv('a"b')).toThrow(/quote/);
    expect(() => parseCsv('"a"b')).toThrow(/quote/);
    expect(parseCsv('"",""""\r\n"a\n""b",\r\n\r\nc')).toEqual([
      { fields: ["", '"'], line: 1 },
      { fields: ['a\n"b', ""], line: 2 },
      { fields: ["c"], line: 5 },
    ]);
    for (const wrong of ["a\rb", '\n\n"a', '""a', '"a"\r']) expect(() => parseCsv(wrong)).toThrow(/quote/);
    expect(() => parseCsv('a\n\n"b\nc",d"', "f")).toThrow("f:4: misplaced or unclosed quote in CSV");
  });

  it("reads back written points", () => {
    const field = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", " ") });
    const rows = fc.array(fc.array(field, { minLength: 2 }));
    fc.assert(
      fc.property(rows, fc.constantFrom("\n", "\r\n"), fc.boolean(), (records, end, last) => {
        const text = records.map(csvLine).join(end) + (last ? end : "");
        expect(parseCsv(text).map(({ fields }) => fields)).toEqual(records);
      }),
    );
  });

  it.each([
    ["quoted", `"${"a".repeat(2e7)}"`],
    ["of quotes", `"${'""'.repeat(1e7)}"`],
    ["of lines", `"${"\n".repeat(2e7)}"`],
    ["plain", "a".repeat(2e7)],
  ])("refuses a field of 20 MB, %s", (_, field) => {
    expect(() => parseCsv(`a,b\nc,${field}\n`, "f")).toThrow("f:2: a field has more than 65536 characters");
    expect(parseCsv(`${"a".repeat(65_536)}\n`)[0].fields[0]).toHaveLength(65_536);
  });

  it("reads as many fields as there are, and refuses a quote that is never closed", () => {
    expect(parseCsv(`a${",".repeat(2e6)}`)[0].fields).toHaveLength(2e6 + 1);
    expect(parseCsv("a,b\n".repeat(1e6))).toHaveLength(1e6);
    expect(() => parseCsv(`"${'""'.repeat(1e7)}`)).toThrow(/unclosed quote/);
  });
});
