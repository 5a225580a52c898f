import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadCode } from "../src/node/codes/codes.ts";
import { readReference, readRunPoints } from "../src/node/run/run-points.ts";
import { compareWithReferences } from "../src/report/compare.ts";

const project = join(import.meta.dirname, "..");
const root = join(project, "codes");
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) =>
  /\breference\b.*\.csv$/.test(path),
);
const ownRuns = join(project, "experiments", "results", "published");

describe("published curves that come with the package", () => {
  test("are there for the rate 1/2 codes of 802.16e, N = 2304, and 802.11n, N = 1944, sum-product flooding", () => {
    expect(files).toContain(join("wimax", "reference", "wimax-2304-1152-sum-product-flooding-40.csv"));
    expect(files).toContain(join("wifi", "reference", "wifi-1944-972-sum-product-flooding-50.csv"));
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

describe("our runs of the published curves", () => {
  const comparisons = readdirSync(ownRuns).flatMap((name) => {
    const path = files.find((file) => file.endsWith(join("reference", name)));
    if (path === undefined) throw new Error(`${name}: there is no published curve of this name`);
    return compareWithReferences([readRunPoints(join(ownRuns, name))], readReference(join(root, path)), {
      significance: 0.05,
      correction: "holm",
    });
  });

  test("are as many, and as many of them consistent, as README.md says", () => {
    const consistent = comparisons.filter((comparison) => comparison.consistent).length;
    const readme = readFileSync(join(project, "README.md"), "utf8");
    expect(readme).toContain(`>${consistent} of ${comparisons.length} points<!-- /recorded --> are [consistent](`);
  });

  test("agree at every point of the two codes with flooding", () => {
    for (const code of ["wimax-2304-1152", "wifi-1944-972"]) {
      const flooding = comparisons.filter(
        (comparison) => comparison.code === code && comparison.decoder.includes("schedule=flooding"),
      );
      expect(flooding.length).toBeGreaterThanOrEqual(8);
      expect(flooding.filter(({ consistent }) => !consistent)).toEqual([]);
    }
  });
});
