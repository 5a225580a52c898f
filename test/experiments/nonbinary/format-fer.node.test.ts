import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parsePoints } from "../../../src/simulation/points.ts";

const FILE = "experiments/results/nonbinary/format-fer-h100.csv";
const points = parsePoints(readFileSync(FILE, "utf8"), FILE);
const of = (code: string, rule: string, messages: RegExp) =>
  points.filter((row) => row.code === code && row.decoder.startsWith(`${rule} `) && messages.test(row.decoder));
const IN_F32 = /messages=f32|stop=syndrome$/;

const PAIRS: readonly (readonly [code: string, rule: string, messages: RegExp])[] = [
  ["nb620-gf32", "min-max", /int12/],
  ["nb620-gf32", "qspa", /bf16/],
  ["beidou-200-100-gf64", "min-max", /int12/],
  ["beidou-200-100-gf64", "qspa", /bf16/],
  ["peg388-gf256", "qspa", /bf16/],
  ["peg388-gf256", "min-max", /int12/],
  ["nb837-gf32", "trellis-min-max", /levels32/],
];

describe("recorded results of number formats over GF(q)", () => {
  it.each(PAIRS)(
    "have the FER of %s, %s, in %s and in f32 with intervals that overlap, one of two below 1e-4",
    (...pair) => {
      const [code, rule, messages] = pair;
      const [wide, narrow] = [of(code, rule, IN_F32), of(code, rule, messages)];
      expect(narrow.map(({ point }) => point)).toEqual(wide.map(({ point }) => point));
      expect(narrow).toHaveLength(2);
      for (const [i, { fer_low, fer_high }] of narrow.entries()) {
        expect(fer_low).toBeLessThanOrEqual(wide[i].fer_high);
        expect(fer_high).toBeGreaterThanOrEqual(wide[i].fer_low);
      }
      expect(Math.max(narrow[1].fer, wide[1].fer)).toBeLessThan(1e-4);
    },
  );
});
