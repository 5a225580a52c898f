import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.ts";
import { parseReference } from "../../src/report/reference.ts";

describe("parseReference", () => {
  it("reads curves by label, in the order of Eb/N0, past comments and empty lines", () => {
    const text =
      "# Table III\r\nebn0,fer,ser,label\r\n\r\n3,3.3e-3,2.1e-5,fast\r\n2.5,4e-2,,fast\r\n  # x\r\n3,1e-3,,\r\n";
    expect(parseReference(text, "paper")).toEqual([
      {
        kind: "reference",
        name: "fast",
        parameter: "ebn0",
        errors: "frame",
        points: [
          { x: 2.5, fer: { value: 4e-2 }, ser: undefined },
          { x: 3, fer: { value: 3.3e-3 }, ser: { value: 2.1e-5 } },
        ],
      },
      {
        kind: "reference",
        name: "paper",
        parameter: "ebn0",
        errors: "frame",
        points: [{ x: 3, fer: { value: 1e-3 }, ser: undefined }],
      },
    ]);
  });

  it("reads the CSV of sinter: rows of a curve add up, settings are curves, own rows name code and decoder", () => {
    const row = (shots: number, errors: number, decoder: string, metadata: object) =>
      `  ${shots},   ${errors},  0,  3.5,${decoder},2357e4,"${JSON.stringify(metadata).replaceAll('"', '""')}",`;
    const header = "     shots,    errors,  discards, seconds,decoder,strong_id,json_metadata,custom_counts";
    const settings = { circuit: "memory_Z", decoder_params: { gamma0: 0.1 } };
    const rows = [
      row(500, 28, "relay-bp", { ...settings, p: 0.005 }),
      row(1500, 2, "relay-bp", { p: 0.002, ...settings }),
      row(500, 1, "relay-bp", { ...settings, p: 0.002, seed: 7 }),
      row(500, 9, "relay-bp", { circuit: "memory_Z", decoder_params: { gamma0: 0.2 }, p: 0.002 }),
      row(100, 0, "relay iterations=80", { code: "bb72", p: 0.001, seed: 1 }),
    ];
    const curves = parseReference([header, ...rows].join("\n"), "stats");
    expect(curves.map(({ name, code, decoder }) => [name, code, decoder])).toEqual([
      ["relay-bp, memory_Z", undefined, undefined],
      ["relay-bp, memory_Z (2)", undefined, undefined],
      ["relay iterations=80, bb72", "bb72", "relay iterations=80"],
    ]);
    expect(curves.map(({ points }) => points.map(({ x, counts }) => [x, counts]))).toEqual([
      [
        [0.002, { errors: 3, frames: 2000 }],
        [0.005, { errors: 28, frames: 500 }],
      ],
      [[0.002, { errors: 9, frames: 500 }]],
      [[0.001, { errors: 0, frames: 100 }]],
    ]);
    for (const [text, message] of [
      [`${header}\n${row(500, 28, "bp", { d: 3 })}`, "stats.csv:2: json_metadata has no channel, such as p"],
      [`${header}\n${row(5, 28, "bp", { p: 0.1 })}`, 'shots "5", errors "28" and discards "0" are no counts'],
      [`shots,errors,decoder,json_metadata\n1,1,bp,{}`, "has no column discards"],
      [`${header}\n1,1,0,1,bp,id,nonsense,`, "not valid JSON"],
      [header, "holds no points"],
    ]) {
      expect(() => parseReference(text, "stats", "stats.csv")).toThrow(message);
    }
  });

  it.each(["esn0", "snr", "snr-db", "qber", "symbol-error", "erasure", "symbol-erasure"])(
    "reads curves over %s",
    (parameter) => {
      expect(parseReference(`fer,${parameter}\n0.5,0.04\n0.1,0.03\n`, "paper")).toEqual([
        {
          kind: "reference",
          name: "paper",
          parameter,
          errors: "frame",
          points: [
            { x: 0.03, fer: { value: 0.1 }, ser: undefined },
            { x: 0.04, fer: { value: 0.5 }, ser: undefined },
          ],
        },
      ]);
    },
  );

  it("reads the interval of a rate without counts, and refuses one that does not hold it", () => {
    const [{ points }] = parseReference("ebn0,fer,fer_low,fer_high\n5,2e-9,1e-9,3e-9\n6,1e-9,,\n", "floor");
    expect(points.map(({ fer }) => fer)).toEqual([{ value: 2e-9, interval: [1e-9, 3e-9] }, { value: 1e-9 }]);
    for (const ends of ["3e-9,4e-9", "1e-9,", "1e-9,2"]) {
      const text = `ebn0,fer,fer_low,fer_high\n5,2e-9,${ends}\n`;
      expect(() => parseReference(text, "floor", "floor.csv")).toThrow(/no interval around fer 2e-9/);
    }
  });

  it("reads counts with their interval, and the subject of a curve", () => {
    const text = [
      "ebn0,frames,frame_errors,fer,errors,code,decoder,label",
      "2,1000,0,,information frame,tiny,min-sum iterations=3,x",
      "1,1000,100,0.1,information frame,tiny,min-sum iterations=3,x",
      "1,,,1e-3,frame,tiny,,x",
    ].join("\n");
    const [counted, rated] = parseReference(text, "p");
    expect(counted).toMatchObject({
      name: "x",
      code: "tiny",
      decoder: "min-sum iterations=3",
      errors: "information frame",
      points: [
        { x: 1, counts: { errors: 100, frames: 1000 }, fer: { value: 0.1, counted: "100 of 1,000 frames" } },
        { x: 2, counts: { errors: 0, frames: 1000 }, fer: { value: 0, counted: "0 of 1,000 frames" } },
      ],
    });
    // Clopper–Pearson interval of R's binom.test(100, 1000): 0.08210533 0.12028793.
    const [low = 0, high = 0] = counted.points[0].fer?.interval ?? [];
    expect(low).toBeCloseTo(0.08210533, 7);
    expect(high).toBeCloseTo(0.12028793, 7);
    expect(rated).toMatchObject({ name: "x", code: "tiny", errors: "frame", points: [{ x: 1, fer: { value: 1e-3 } }] });
    expect(rated.decoder).toBeUndefined();
    expect(rated.points[0].counts).toBeUndefined();
  });

  it.each([
    ["", "p.csv: the reference file has no header"],
    ["# only\n", "p.csv: the reference file has no header"],
    ["ebn0,fer\n", "p.csv: the reference file holds no points"],
    ["ebn0,ber\n1,2", 'p.csv:1: column "ber" is unknown'],
    [
      "code,decoder,channel,point,seed\na,b,awgn,1,1",
      "p.csv:1: is the points.csv of a run, no published curve: name it",
    ],
    ["ebn0,fer,fer\n1,2,3", 'p.csv:1: column "fer" is unknown or there twice'],
    ["fer\n1", "p.csv:1: one of the columns ebn0, esn0"],
    ["# c\nebn0,fer\n1,0.1,2", "p.csv:3: 3 fields under 2 columns"],
    ["ebn0,fer\none,0.1", 'p.csv:2: ebn0 "one" is not a number'],
    ["ebn0,snr,fer\n1,1,0.1", "p.csv:1: one of the columns ebn0, esn0"],
    ["qber\n0.1", "p.csv:1: one of the columns ebn0, esn0"],
    ["qber,fer\nx,0.1", 'p.csv:2: qber "x" is not a number'],
    ["ebn0,fer\n1,0", 'p.csv:2: fer "0" is not a rate'],
    ["ebn0,fer\n1,1.5", 'p.csv:2: fer "1.5" is not a rate'],
    ["ebn0,fer\n1,NaN", 'p.csv:2: fer "NaN" is not a rate'],
    ['ebn0,fer\n1,"0.1', "p.csv:2: misplaced or unclosed quote"],
    ["ebn0,fer,frames\n1,0.1,100", "p.csv:1: frames and frame_errors need each other"],
    ["ebn0,frames,frame_errors\n1,100,101", 'p.csv:2: frames "100" and frame_errors "101" are not whole numbers'],
    ["ebn0,frames,frame_errors\n1,1.33e8,100", 'p.csv:2: frames "1.33e8" and frame_errors "100" are not whole'],
    ["ebn0,frames,frame_errors\n1,0,0", 'p.csv:2: frames "0" and frame_errors "0" are not whole numbers'],
    ["ebn0,frames,frame_errors\n1,100,", 'p.csv:2: frames "100" and frame_errors "" are not whole numbers'],
    ["ebn0,fer,frames,frame_errors\n1,0.1,100,11", "p.csv:2: fer 0.1 is not that of the counts: 11 of 100 frames"],
    ["ebn0,fer,errors\n1,0.1,bits", 'p.csv:2: errors "bits" are unknown: known are frame, information frame'],
  ])("refuses %j", (text, message) => {
    expect(() => parseReference(text, "p", "p.csv")).toThrow(message);
  });

  it("throws only its own error, for every text", () => {
    const pieces = fc.constantFrom(
      "ebn0",
      "fer",
      "ser",
      "frames",
      "frame_errors",
      "label",
      ",",
      "\n",
      '"',
      "#",
      "1",
      "e-3",
      " ",
      "\r",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((list) => list.join("")),
        ),
        (text) => {
          try {
            parseReference(text, "p");
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
          }
        },
      ),
    );
  });
});
