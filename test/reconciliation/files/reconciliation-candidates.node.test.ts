import { describe, expect, it } from "vitest";
import { pointsOfFile } from "../../../experiments/shared/pages/fer.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { reconciliationCandidates, tableDecoder, valueCandidates } from "../../../src/reconciliation/commands/plan.ts";

describe("codes/reconciliation.json", () => {
  const candidates = reconciliationCandidates();

  it("has the sizes of its codes", () => {
    expect(candidates.length).toBeGreaterThan(10);
    for (const { code: name, columns, n, checks } of candidates) {
      const { matrix } = loadCode(name, { columns });
      expect([name, matrix.columns, matrix.rows]).toEqual([name, n, checks]);
    }
  });

  it("promises no code more than the theory gives it", () => {
    for (const { code, n, checks, punctured, highestQber: p } of candidates) {
      const h = -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);
      expect([code, (n - punctured) * h < checks - punctured]).toEqual([code, true]);
    }
  });

  it("is of the decoder that ldpc key takes", () => {
    for (const { code, columns, decoder } of candidates) {
      const own = readDecoder(tableDecoder({ name: code, columns }));
      const { iterations, ...rest } = readDecoder(decoder);
      expect(iterations).toBeLessThanOrEqual(own.iterations);
      expect({ ...rest, iterations: own.iterations }).toEqual(own);
    }
  });

  it("names each code once, with where it is from", () => {
    const names = candidates.map(({ code, columns, punctured }) => `${code} ${columns} ${punctured}`);
    expect(new Set(names).size).toBe(names.length);
    expect(candidates.map(({ code, family }) => code.startsWith(family))).not.toContain(false);
  });
});

describe("codes/cv-efficiency.json", () => {
  it("has the sizes of its codes, and the counts that were measured", () => {
    const points = pointsOfFile("results/cvqkd-adapted-h200.csv");
    for (const { code, n, checks, punctured, leastSnr, ...counts } of valueCandidates()) {
      const { matrix } = loadCode(code);
      expect([code, matrix.columns, matrix.rows]).toEqual([code, n, checks]);
      const name = punctured === 0 ? code : `${code}-punctured${punctured}`;
      const point = points.find((row) => row.code === name && row.point === leastSnr);
      expect([name, point?.frames, point?.frame_errors]).toEqual([name, counts.frames, counts.failures]);
    }
  });
});
