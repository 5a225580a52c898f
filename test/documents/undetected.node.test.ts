import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../source-files.ts";
import { projectFiles } from "./markdown.ts";

/** Tables of a page: the cells of their header and of their rows. */
function tablesOf(markdown: string): string[][][] {
  const blocks = markdown.split("\n\n").filter((block) => /^\|.*\|\n\| -/.test(block.trim()));
  return blocks.map((block) =>
    block
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("| -"))
      .map((line) =>
        line
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  );
}

/** A header of a column of error rates, or of failures; "dB at FER 1e-2" is none. */
const RATES = /^(?:[\w ]+'s |our |its |published )?(?:FER|SER|BER)\b|block error|wrong blocks|failures per|: FER/i;
/** An error rate within a cell of words. */
const RATE_IN_WORDS = /\bFER \d/;

const RATE_CELL = /^(?:< )?\d(?:\.\d+)?e-\d+$|\d fail\)$/;

const isOfRates = ([header, ...rows]: string[][]) =>
  header.some((cell) => RATES.test(cell)) ||
  rows.flat().some((cell) => RATE_IN_WORDS.test(cell) || RATE_CELL.test(cell));
const countsUndetected = ([header]: string[][]) => header.some((cell) => /undetected/.test(cell));

it("a table of error rates says how many wrong frames are undetected", () => {
  const pages = projectFiles(".md").filter((page) => !/^(CHANGELOG|doc\/(reference|design)\/)/.test(page));
  const tables = pages.flatMap((page) =>
    tablesOf(readFileSync(join(root, page), "utf8")).map((table) => [page, table] as const),
  );
  const ofRates = tables.filter(([, table]) => isOfRates(table));
  expect(ofRates.length).toBeGreaterThan(10);
  expect(ofRates.filter(([, table]) => !countsUndetected(table)).map(([page, [header]]) => [page, header])).toEqual([]);
});
