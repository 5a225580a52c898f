import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.ts";
import { ZERO_COUNTS } from "../../src/simulation/counts.ts";
import { csvLine, parseCsv } from "../../src/simulation/csv.ts";
import { formatPoints, POINT_COLUMNS, parsePoints, pointRow } from "../../src/simulation/points.ts";
import { fakeSweep } from "./memory-ledger.ts";

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
const { mlErrors: _, ...earlier } = counts;

describe("points.csv", () => {
  it("has the columns and the number format that other tools rely on", () => {
    const text = formatPoints([
      pointRow(task, counts, "errors", 20, 2),
      pointRow(task, { ...ZERO_COUNTS, frames: 10 ** 7 }, "unfinished", 20, 2),
    ]);
    expect(text).toBe(
      "code,decoder,channel,point,seed,frames,frame_errors,information_frame_errors,symbol_errors,bit_errors,undetected," +
        "iterations,iterations_correct,fer,fer_low,fer_high,ser,ser_low,ser_high,ber,ber_low,ber_high,stopped_by,ml_errors\n" +
        "fake,min-max iterations=10 stop=syndrome,awgn,0.5,1,4000,17,12,34,68,1,9000,8830," +
        "0.00425,0.00247767,0.00679597,0.000425,0.000247767,0.000679597,0.000425,0.000247767,0.000679597,errors,1\n" +
        "fake,min-max iterations=10 stop=syndrome,awgn,0.5,1,10000000,0,0,0,0,0,0,0," +
        "0,0,3.68888e-7,0,0,3.68888e-7,0,0,3.68888e-7,unfinished,0\n",
    );
  });

  it("is read back as it was written", () => {
    const rows = [
      pointRow(task, counts, "errors", 20, 2),
      pointRow({ ...task, code: { name: 'my "best", code\n', hash: "" }, decoder: "a,b" }, counts, "time", 20, 2),
      pointRow(task, earlier, "errors", 20, 2),
    ];
    const text = formatPoints(rows);
    expect(parsePoints(text)).toEqual(rows);
    expect(parsePoints(text.replaceAll("\n", "\r\n").replace("code\r\n", "code\n"))).toEqual(rows);
    expect(formatPoints(parsePoints(text))).toBe(text);
  });

  it("leaves ml_errors empty where chunks lack it, and is read from versions without the column", () => {
    const row = pointRow(task, earlier, "errors", 20, 2);
    expect("ml_errors" in row).toBe(false);
    const text = formatPoints([row]);
    expect(text.endsWith(",errors,\n")).toBe(true);
    const before = text.replace(",ml_errors", "").replace(",errors,\n", ",errors\n");
    expect(before).not.toBe(text);
    expect(parsePoints(before)).toEqual([row]);
    expect(() => parsePoints(text.replace(",errors,\n", ",errors,x\n"))).toThrow(/ml_errors "x" is not a number/);
    expect(() => parsePoints(text.replace(",errors,\n", ",errors\n"))).toThrow(/23 fields instead of 24/);
  });

  it.each([
    ["", /points.csv:1: the columns are not those/],
    ["a,b\n1,2\n", /points.csv:1: the columns are not those/],
    [`${POINT_COLUMNS.join(",")}\nfake,min-max\n`, /points.csv:2: 2 fields instead of 24/],
    [
      formatPoints([pointRow(task, counts, "errors", 20, 2)]).replace(",4000,", ",many,"),
      /points.csv:2: frames "many"/,
    ],
    [formatPoints([pointRow(task, counts, "errors", 20, 2)]).replace(",4000,", ",,"), /points.csv:2: frames ""/],
    [`${POINT_COLUMNS.join(",")}\n"fake`, /points.csv:2: misplaced or unclosed quote/],
  ])("refuses %j", (text, message) => {
    expect(() => parsePoints(text, "points.csv")).toThrow(message);
    expect(() => parsePoints(text, "points.csv")).toThrow(InputError);
  });
});

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

  it("reads back what was written", () => {
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
    const start = performance.now();
    expect(() => parseCsv(`a,b\nc,${field}\n`, "f")).toThrow("f:2: a field has more than 65536 characters");
    expect(performance.now() - start).toBeLessThan(2000);
    expect(parseCsv(`${"a".repeat(65_536)}\n`)[0].fields[0]).toHaveLength(65_536);
  });

  it("reads as many fields as there are, and refuses a quote that is never closed, in time", () => {
    expect(parseCsv(`a${",".repeat(2e6)}`)[0].fields).toHaveLength(2e6 + 1);
    expect(parseCsv("a,b\n".repeat(1e6))).toHaveLength(1e6);
    expect(() => parseCsv(`"${'""'.repeat(1e7)}`)).toThrow(/unclosed quote/);
  });
});
