import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "../src/cli/run.ts";
import { codeReport } from "../src/code/report.ts";
import { listCodes, loadCode } from "../src/node/codes/codes.ts";
import { newFolder } from "./new-folder.ts";
import { sweep } from "./sweep.ts";

const folder = newFolder();

const codes = listCodes().map((listed) => ({ ...listed, source: loadCode(listed.path).source }));
const COMMAND = "ldpc code construct ";
const constructed = codes.filter(({ source }) => source.startsWith(COMMAND));

/** Words of a command line. Quotes keep a word together. */
function wordsOf(command: string): string[] {
  return (command.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ""));
}

describe("codes that come with the package", () => {
  test.each([
    ["nb620-gf32", { n: 620, m: 310, q: 32, k: 310, girth: 6, shortestCycles: 775 }],
    ["nb620-gf32-best", { n: 620, m: 310, q: 32, k: 310, girth: 8, shortestCycles: 1395 }],
    ["nb837-gf32", { n: 837, m: 124, q: 32, k: 726, rank: 111, girth: 6 }],
    ["beidou-200-100-gf64", { n: 200, m: 100, q: 64, polynomial: 0x43, k: 100, girth: 8 }],
    ["beidou-88-44-gf64", { n: 88, m: 44, q: 64, polynomial: 0x43, k: 44, girth: 8 }],
    ["beidou-96-48-gf64", { n: 96, m: 48, q: 64, polynomial: 0x43, k: 48, girth: 8 }],
    ["lab-sticc-60-20-gf64", { n: 60, m: 40, q: 64, polynomial: 0x43, k: 20, rank: 40, girth: 14 }],
    ["beidou-162-81-gf64", { n: 162, m: 81, q: 64, polynomial: 0x43, k: 81, girth: 10 }],
    ["ethernet-2048-1723", { n: 2048, m: 384, q: 2, k: 1723, rank: 325, girth: 6 }],
    ["gps-1200-600", { n: 1200, m: 600, q: 2, k: 600, girth: 6 }],
    ["gps-548-274", { n: 548, m: 274, q: 2, k: 274, girth: 6 }],
    ["peg1550-gf4", { n: 1550, m: 775, q: 4, k: 775, girth: 8 }],
    ["peg1034-gf8", { n: 1034, m: 517, q: 8, k: 517, girth: 8 }],
    ["peg776-gf16", { n: 776, m: 388, q: 16, k: 388, girth: 8 }],
    ["peg516-gf64", { n: 516, m: 258, q: 64, k: 258, girth: 8 }],
    ["peg388-gf256", { n: 388, m: 194, q: 256, k: 194, girth: 8 }],
    ["tiny20-gf2", { n: 20, m: 12, q: 2, k: 8, girth: 6 }],
    ["tiny10-gf4", { n: 10, m: 5, q: 4, k: 5, girth: 6 }],
    ["tiny12-gf8", { n: 12, m: 8, q: 8, k: 4, girth: 8 }],
  ])("%s", (name, expected) => {
    const { matrix, description } = loadCode(name);
    const report = codeReport(matrix);
    expect(report).toMatchObject(expected);
    expect(description).toContain(`(${report.n},${report.k}) over GF(${report.q})`);
    const degrees = /^beidou|^lab/.test(name)
      ? [2, name.startsWith("lab") ? 3 : 4]
      : name.startsWith("peg") || name.startsWith("nb620")
        ? [3, 6]
        : null;
    if (degrees !== null) {
      expect([report.variableDegrees, report.checkDegrees].map((counts) => counts.map(([degree]) => degree))).toEqual(
        degrees.map((degree) => [degree]),
      );
    }
  });

  test("each is named as its file", () => {
    for (const { name, path } of codes) expect(loadCode(path).name).toBe(name);
  });

  test("all but the standards' were constructed", () => {
    const families = codes.filter(({ source }) => !source.startsWith(COMMAND)).map(({ family }) => family);
    expect(new Set(families)).toEqual(new Set(["beidou", "ethernet", "gps", "lab-sticc"]));
    expect(constructed.length).toBeGreaterThanOrEqual(11);
  });

  test.each(sweep(constructed, 8))(
    "the source of $name makes it again, byte for byte",
    async ({ name, path, source }) => {
      const out = join(folder, `${name}.json`);
      expect(await runCli([...wordsOf(source).slice(1), "--out", out])).toBe(0);
      expect(readFileSync(out, "utf8")).toBe(readFileSync(path, "utf8"));
    },
  );
});
