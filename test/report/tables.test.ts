import { describe, expect, it } from "vitest";
import { type CompareOptions, compareWithReferences, curvesOfRuns } from "../../src/report/compare.ts";
import {
  formatCount,
  formatDuration,
  formatInterval,
  formatNumber,
  formatProbability,
  formatQuantity,
  formatRate,
} from "../../src/report/format.ts";
import { parseReference } from "../../src/report/reference.ts";
import { displayWidth, formatTable, wrapText } from "../../src/report/table.ts";
import type { PointRow } from "../../src/simulation/points.ts";
import { fisherTest } from "../../src/simulation/statistics.ts";
import { randomNumbers } from "../simulation/random.ts";
import { itLong } from "../sweep.ts";
import { sampleRun } from "./sample-points.ts";

describe("formatTable", () => {
  it("puts numbers right and text left", () => {
    const table = formatTable(
      ["code", "Eb/N0", "FER", "95 %"],
      [
        ["nb620-gf32", "2.5", "3.80e-2", "[3.31e-2, 4.29e-2]"],
        ["tiny", "10", "0", "[0, 1.00e-3]"],
      ],
    );
    expect(table).toBe(
      [
        "code        Eb/N0      FER                95 %",
        "──────────  ─────  ───────  ──────────────────",
        "nb620-gf32    2.5  3.80e-2  [3.31e-2, 4.29e-2]",
        "tiny           10        0        [0, 1.00e-3]",
      ].join("\n"),
    );
  });

  it("takes alignments and fills missing cells, with no spaces at line ends", () => {
    expect(formatTable(["a", "b"], [["1"], ["22", "x"]], { align: ["left", "left"] })).toBe(
      ["a   b", "──  ─", "1", "22  x"].join("\n"),
    );
    expect(() => formatTable(["a"], [["1", "2"]])).toThrow("row 0 has more cells");
  });

  itLong("has as many rows as are given", () => {
    const rows = Array.from({ length: 150_000 }, (_, i) => ["x", String(i)]);
    expect(formatTable(["a", "b"], rows).split("\n")).toHaveLength(150_002);
    expect(formatTable(["a", "b"], rows, { width: 80 }).split("\n")[2]).toBe("x       0");
  });

  it("breaks the last column so that lines fit a screen", () => {
    const rows = [
      ["a", "one two three four five six seven"],
      ["b", "ten"],
    ];
    expect(formatTable(["name", "words"], rows, { width: 34 })).toBe(
      [
        "name  words",
        "────  ───────────────────────────",
        "a     one two three four five six",
        "      seven",
        "b     ten",
      ].join("\n"),
    );
    expect(formatTable(["name", "words"], rows, { width: 80 })).toBe(formatTable(["name", "words"], rows));
  });

  it("leaves out the least important columns until lines fit a screen", () => {
    const [headers, rows] = [["at", "a", "long", "a", "end"], [["1 dB", "0.1", "lengthy", "0.2", "yes"]]];
    const at = (width: number) =>
      formatTable(headers, rows, { width, drop: ["a", "long"] })
        .split("\n")[0]
        .trim()
        .split(/ +/);
    expect(at(28)).toEqual(headers);
    expect(at(27)).toEqual(["at", "long", "end"]);
    expect(at(17)).toEqual(["at", "end"]);
    expect(at(3)).toEqual(["at", "end"]);
  });

  it("measures columns of a terminal, not code units", () => {
    expect(displayWidth("σ²")).toBe(2);
    expect(displayWidth("Kavčić")).toBe(6);
    expect(displayWidth("Kavc\u030cic\u0301")).toBe(6);
    expect(displayWidth("中文")).toBe(4);
    expect(displayWidth("\u001b[31mred\u001b[0m")).toBe(3);
  });
});

describe("wrapText", () => {
  it("breaks at spaces, and leaves words whole", () => {
    expect(wrapText("a bc def", 4)).toEqual(["a bc", "def"]);
    expect(wrapText("unbreakable a b", 4)).toEqual(["unbreakable", "a b"]);
    expect(wrapText("", 4)).toEqual([""]);
  });
});

describe("number formatting", () => {
  it("writes rates in three digits and power-of-ten form", () => {
    expect(formatRate(0.0024)).toBe("2.40e-3");
    expect(formatRate(1)).toBe("1.00e+0");
    expect(formatRate(0)).toBe("0");
    expect(formatRate(Number.NaN)).toBe("–");
    expect(formatInterval(0.0021, 0.00274)).toBe("[2.10e-3, 2.74e-3]");
  });

  it("groups thousands", () => {
    expect(formatCount(0)).toBe("0");
    expect(formatCount(999)).toBe("999");
    expect(formatCount(30000)).toBe("30,000");
    expect(formatCount(1234567)).toBe("1,234,567");
    expect(formatNumber(1259.6)).toBe("1,260");
    expect(formatNumber(0.012345)).toBe("0.0123");
    expect(formatNumber(-2.5)).toBe("-2.5");
  });

  it("writes numbers of every size as Intl does", () => {
    const random = randomNumbers(1);
    for (let i = 0; i < 2000; i++) {
      const value = (random() - 0.5) * 10 ** (60 * random() - 30);
      const digits = 1 + Math.floor(6 * random());
      const rounded = Number(value.toPrecision(digits));
      expect(formatNumber(value, digits)).toBe(rounded.toLocaleString("en-US", { maximumSignificantDigits: digits }));
    }
    expect([0, -0, 1, 999.5, 1e21, 1e-7, Number.NaN].map((value) => formatNumber(value))).toEqual([
      ...["0", "0", "1", "1,000", "1,000,000,000,000,000,000,000", "0.0000001", "–"],
    ]);
  });

  it("writes p-values shortly, and none as zero", () => {
    expect([0.123, 0.001, 0.00099, 1.7e-14, 0].map(formatProbability)).toEqual([
      ...["0.12", "0.001", "9.9e-4", "1.7e-14", "< 1e-300"],
    ]);
  });

  it("chooses the decimal prefix after rounding", () => {
    expect(formatQuantity(693500, "bit/s")).toBe("694 kbit/s");
    expect(formatQuantity(999900, "bit/s")).toBe("1 Mbit/s");
    expect(formatQuantity(2.06e9, "bit/s")).toBe("2.06 Gbit/s");
    expect(formatQuantity(43e-6, "s")).toBe("43 µs");
    expect(formatQuantity(0, "bit/s")).toBe("0 bit/s");
  });

  it("writes durations for people", () => {
    expect(formatDuration(0.4211)).toBe("0.42 s");
    expect(formatDuration(9.97)).toBe("10 s");
    expect(formatDuration(59.6)).toBe("1 min 00 s");
    expect(formatDuration(185)).toBe("3 min 05 s");
    expect(formatDuration(7620)).toBe("2 h 07 min");
    expect(formatDuration(Number.POSITIVE_INFINITY)).toBe("–");
  });
});

const DEFAULTS: CompareOptions = { significance: 0.05, correction: "holm" };

function compare(text: string, overrides: Partial<PointRow> = {}, options: Partial<CompareOptions> = {}) {
  return compareWithReferences([sampleRun("run", overrides, true)], parseReference(text, "p"), {
    ...DEFAULTS,
    ...options,
  });
}

describe("compareWithReferences", () => {
  it("tests counts by Fisher's test, rates by the binomial one, at the values that both have", () => {
    // The run has 312 errors in 1,024 frames at 2 dB, 233 in 6,144 at 2.5 dB and none in 30,000 at 3.5 dB.
    const text = "ebn0,frames,frame_errors,fer\n2,1000,320,\n2.5,,,0.03\n3,1000,10,\n3.5,1000000,20,\n";
    const found = compare(text, {}, { correction: "none" });
    expect(found.map(({ value, test }) => [value, test])).toEqual([
      [2, "fisher"],
      [2.5, "binomial"],
      [3.5, "fisher"],
    ]);
    expect(found.map(({ consistent }) => consistent)).toEqual([true, false, true]);
    expect(found[0]).toMatchObject({
      reference: "p",
      run: "run",
      code: "nb620-gf32",
      errors: "frame",
      measured: { errors: 312, frames: 1024, fer: { value: 312 / 1024 } },
      published: { errors: 320, frames: 1000, fer: 0.32 },
      pValue: fisherTest({ errors: 312, frames: 1024 }, { errors: 320, frames: 1000 }),
    });
    expect(found[1].published).toEqual({ fer: 0.03 });
    expect(found[1].pValue).toBeLessThan(1e-3);
  });

  it("compares the counts of the curve", () => {
    const text = "ebn0,frames,frame_errors,errors\n2.5,6144,200,information frame\n";
    const [counted] = compare(text, { information_frame_errors: 200 });
    expect(counted).toMatchObject({ measured: { errors: 200, frames: 6144 }, pValue: 1, errors: "information frame" });
  });

  it("corrects for the number of comparisons", () => {
    const text = "ebn0,fer\n2,0.335\n2.5,0.0395\n3.5,1e-5\n";
    const alone = compare(text, {}, { correction: "none" });
    expect(alone.map(({ consistent }) => consistent)).toEqual([false, true, true]);
    expect(alone.map(({ pValue }) => pValue)).toEqual(alone.map(({ correctedPValue }) => correctedPValue));
    const together = compare(text);
    expect(together[0].correctedPValue).toBe(3 * alone[0].pValue);
    expect(together[0].pValue).toBe(alone[0].pValue);
    expect(together.map(({ consistent }) => consistent)).toEqual([true, true, true]);
    expect(compare(text, {}, { significance: 0.2 })[0].consistent).toBe(false);
  });

  it("takes 0.1 + 0.2 for 0.3, and every run and seed", () => {
    const rows = [0.1 + 0.2, 0.3].map((point, seed) => ({ ...sampleRun("a").rows[0], point, seed }));
    const runs = [{ origin: "a", rows }, { origin: "b", rows: rows.slice(1) }, sampleRun("c")];
    const found = compareWithReferences(runs, parseReference("ebn0,fer\n0.3,0.04\n", "p"), DEFAULTS);
    expect(found.map(({ run, seed }) => [run, seed])).toEqual([
      ["a", 0],
      ["a", 1],
      ["b", 1],
    ]);
  });

  it("compares a curve with its own code and decoder only", () => {
    const header = "ebn0,fer,code,decoder,label\n";
    const rows = "2,0.3,nb620-gf32,min-max iterations=10,own\n2,0.3,other,,code\n2,0.3,,min-max iterations=1,decoder\n";
    expect(compare(header + rows).map(({ reference }) => reference)).toEqual(["own"]);
  });

  it.each([
    [
      "ebn0,fer\n2.25,0.3\n",
      'no point of "p" can be compared: it has Eb/N0 2.25 dB; the run has Eb/N0 2.5 dB, Eb/N0 2 dB',
    ],
    ["qber,fer\n0.02,0.3\n", "it is over QBER, the run over Eb/N0 in dB"],
    ["ebn0,fer,code\n2,0.3,other\n", "it is of the code other, the run of nb620-gf32"],
    [
      "ebn0,fer,decoder\n2,0.3,min-max iterations=1\n",
      'it is of the decoder "min-max iterations=1", the run of "min-max',
    ],
    ["ebn0,fer,ser\n2,,0.3\n", "it has no FER"],
  ])("says why nothing of %j can be compared", (text, message) => {
    expect(() => compare(text)).toThrow(message);
  });

  it.each([
    ["awgn", "awgn bpsk log-map rayleigh=1", "it has no fading, the run Rayleigh fading in blocks of 1"],
    ["awgn 64qam log-map rayleigh=9", "awgn 64qam log-map", "it has Rayleigh fading in blocks of 9, the run no fading"],
    ["awgn-snr", "awgn-snr-db", "it is over SNR, the run over SNR in dB"],
    ["table a 2x4:32f6faab", "table b 2x4:0123abcd", "it is of the tables a 2x4:32f6faab, the run of b 2x4:0123abcd"],
  ])("does not compare runs over %s and %s", (channel, other, message) => {
    const curves = curvesOfRuns([sampleRun("one", { channel })]);
    expect(compareWithReferences([sampleRun("run", { channel })], curves, DEFAULTS)).toHaveLength(2);
    expect(() => compareWithReferences([sampleRun("run", { channel: other })], curves, DEFAULTS)).toThrow(message);
  });

  it("asks for a curve", () => {
    expect(() => compareWithReferences([sampleRun("run")], [], DEFAULTS)).toThrow("--reference");
  });
});
