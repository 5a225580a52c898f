import { describe, expect, it } from "vitest";
import { chainRate, decoderRate, type MeasuredCell } from "../../../experiments/qkd/shared/cells.ts";
import { cellsMarkdown, cellsText, compareCells, shortDecoder } from "../../../experiments/qkd/shared/compare.ts";
import { decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import { fisherTest } from "../../../src/simulation/statistics/exact-tests.ts";

const FLOODING = decoderText(readDecoder("sum-product iterations=31"));
const LAYERED = decoderText(readDecoder("sum-product schedule=layered iterations=31"));
const DEVICE = { engine: "gpu", adapter: "a GPU", driver: "1.0", software: false } as const;

/** wifi-1944-1620 at 2 %, where the paper's GPU row has 409 failures per 1000 and 18.7 iterations. */
function cell(failed: number, iterations: number, changes: Partial<MeasuredCell> = {}): MeasuredCell {
  // All converging frames take one of two neighbouring numbers of iterations, whose average is the given number.
  const frames = 10_000;
  const rest = frames - failed;
  const mean = (iterations * frames - 31 * failed) / rest;
  const low = Math.floor(mean);
  const converged = new Array(32).fill(0);
  converged[low + 1] = Math.round((mean - low) * rest);
  converged[low] = rest - converged[low + 1];
  return {
    code: "wifi-1944-1620",
    decoder: FLOODING,
    qber: 2,
    frames,
    converged,
    failed,
    undetected: 0,
    bits: 1620,
    seconds: 0.1,
    decoderSeconds: 0.01,
    profiledFrames: 2000,
    bytesPerIteration: 20_000,
    copyBytesPerSecond: 4e12 * 18.7,
    ...changes,
  };
}

function compareOne(ours: MeasuredCell) {
  const [{ tests, ...one }] = compareCells([ours], 0.01);
  if (tests === undefined) throw new Error("no tests");
  return { ...one, tests };
}

describe("compareCells", () => {
  it("finds the paper's own values consistent, and inside its spread", () => {
    const one = compareOne(cell(4090, 18.7));
    expect(one).toMatchObject({ mode: "NoMK_1024 +448_Blk", paper: { failures: 409, iterations: 18.7 } });
    expect(one).toMatchObject({ cpu: { failures: 419 }, fastest: { mbitPerSecond: 19.74 } });
    expect(one.tests).toMatchObject({
      failures: { pValue: 1, consistent: true, insideSpread: true },
      iterations: { pValue: 1, consistent: true, insideSpread: true },
    });
  });

  it("tests failures by Fisher's test of 1000 strings, two tests corrected together", () => {
    const one = compareOne(cell(3700, 18.7));
    const p = fisherTest({ errors: 3700, frames: 10_000 }, { errors: 409, frames: 1000 });
    expect(one.tests.failures.pValue).toBe(p);
    expect(one.tests.failures.correctedPValue).toBeCloseTo(2 * p, 12);
    expect(compareOne(cell(3200, 18.7)).tests.failures).toMatchObject({ consistent: false, insideSpread: false });
  });

  it("tests iterations against the standard error of both", () => {
    // 18.9 exceeds 18.75 by 0.15. The standard error is about 10/√1000.
    expect(compareOne(cell(4090, 18.9)).tests.iterations).toMatchObject({ consistent: true, insideSpread: true });
    expect(compareOne(cell(4090, 22)).tests.iterations).toMatchObject({ consistent: false, insideSpread: false });
  });

  it("takes the spread of the GPU rows alone, with a margin for rounding", () => {
    // The rows have 404 … 441 failures and 18.4 … 20.1 iterations. The CPU's row has 419 and 19.4.
    const inside = (failed: number, iterations: number) => {
      const { failures, iterations: mean } = compareOne(cell(failed, iterations)).tests;
      return [failures.insideSpread, mean.insideSpread];
    };
    expect(inside(4035, 18.36)).toEqual([true, true]);
    expect(inside(4034, 18.34)).toEqual([false, false]);
    expect(inside(4415, 20.14)).toEqual([true, true]);
    expect(inside(4416, 20.16)).toEqual([false, false]);
  });

  it("does not test layered decoders, nor ones with another limit", () => {
    const other = decoderText(readDecoder("sum-product iterations=30"));
    const found = compareCells([cell(4090, 18.7, { decoder: LAYERED })], 0.01);
    expect(found.map(({ tests }) => tests)).toEqual([undefined]);
    expect(compareCells([cell(4090, 18.7, { decoder: other })], 0.01)[0].tests).toBeUndefined();
  });

  it("leaves out cells that the paper lacks, and orders cells as the paper does", () => {
    const codes = ["wimax-2304-1728b", "wifi-1944-1620", "wifi-648-324"];
    const found = compareCells(
      codes.map((code) => cell(4090, 18.7, { code })),
      0.01,
    );
    expect(found.map(({ ours }) => ours.code)).toEqual(["wifi-1944-1620", "wimax-2304-1728b"]);
    expect(compareCells([cell(4090, 18.7, { qber: 4 })], 0.01)).toEqual([]);
  });
});

describe("the tables as text", () => {
  const cells = [cell(4090, 18.7), cell(3200, 18.7, { code: "wimax-2304-1920" }), cell(3900, 15, { decoder: LAYERED })];
  const comparisons = compareCells(cells, 0.01);

  it("have rates of the whole chain and of the decoder alone", () => {
    expect(chainRate(cells[0])).toBeCloseTo(162, 9);
    expect(decoderRate(cells[0])).toBeCloseTo(324, 9);
    const text = cellsText(comparisons);
    expect(text).toMatch(
      /^wifi-1944-1620 +2 % +sum-product +409 +399–419 +409 +18\.700 .* 162 +324 +0\.1 % +19\.7 +8\.21 +yes$/m,
    );
    expect(text).toMatch(/^wimax-2304-1920 .* not failures$/m);
    expect(text).toContain("sum-product: failures consistent at 1 of 2 cells, iterations at 2 of 2");
    expect(text).toContain("- wimax-2304-1920 at 2 %: 320 failures per 1000, the paper's NoMK_1024 +448_Blk 397; p = ");
  });

  it("have all decoders side by side in Markdown, inconsistent results in bold", () => {
    const text = cellsMarkdown(comparisons, DEVICE, 0.01);
    expect(text).toContain("### Table 2: rate 5/6");
    expect(text).toContain(
      "| wifi-1944-1620 | 2 % | 419 / 19.4 / 0.38 | 409 / 18.7 / 19.7 | 409 / 18.70 / 162 (8.21) | 390 / 15.00 / 162 (8.21) |",
    );
    expect(text).toContain(
      "| wimax-2304-1920 | 2 % | 417 / 20.0 / 0.37 | 397 / 18.7 / 21.5 | **320** / 18.70 / 162 (7.55) |  |",
    );
  });

  it("have no ratio where more frames fail than the paper's do", () => {
    const row = (failed: number) => cellsMarkdown(compareCells([cell(failed, 18.7)], 0.01), DEVICE, 0.01);
    expect(row(4250)).toContain("| 425 / 18.70 / 162 (8.21) |");
    expect(row(4800)).toContain("| **480** / 18.70 / 162 |");
    expect(row(4800)).not.toContain("(8.21)");
  });

  it("name decoders by their options other than defaults", () => {
    expect([FLOODING, LAYERED].map(shortDecoder)).toEqual(["sum-product", "sum-product schedule=layered"]);
  });
});
