import { describe, expect, it } from "vitest";
import { type CompareOptions, compareWithReferences } from "../../src/report/compare.ts";
import { parseReference } from "../../src/report/reference.ts";
import { curvesOfRuns } from "../../src/report/run-curves.ts";
import type { PointRow } from "../../src/simulation/points.ts";
import { fisherTest } from "../../src/simulation/statistics/exact-tests.ts";
import { sampleRun } from "./sample-points.ts";

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
