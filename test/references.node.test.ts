import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadCode } from "../src/node/codes.ts";
import { readReference } from "../src/node/run-points.ts";

const root = join(import.meta.dirname, "..", "codes");
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".csv"));

describe("published curves that come with the package", () => {
  test("are there for 802.16e and 802.11n", () => {
    for (const family of ["wimax", "wifi"]) {
      expect(files.some((path) => path.startsWith(join(family, "reference")))).toBe(true);
    }
  });

  test.each(files)("%s", (path) => {
    const text = readFileSync(join(root, path), "utf8");
    expect(text).toMatch(/^# Source: .*https:\/\//ms);
    const curves = readReference(join(root, path));
    expect(curves).toHaveLength(1);
    const [{ code = "", decoder, points }] = curves;
    expect(path).toContain(code);
    expect(decoder).toMatch(
      /^[a-z-]+ iterations=\d+ stop=syndrome schedule=(flooding|layered layers=rows) messages=f32/,
    );
    expect(loadCode(code).matrix.columns).toBe(Number(code.split("-")[1]));
    const rates = points.map(({ fer }) => fer?.value ?? Number.NaN);
    expect(rates.length).toBeGreaterThanOrEqual(8);
    rates.slice(1).forEach((rate, i) => {
      expect(rate).toBeLessThanOrEqual(rates[i]);
    });
    expect(points.filter(({ counts }) => counts !== undefined).length).toBeGreaterThanOrEqual(8);
  });
});
