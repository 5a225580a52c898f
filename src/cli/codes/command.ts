import type { Code } from "../../code/code.ts";
import type { DegreeCount } from "../../code/degree-counts.ts";
import { rank } from "../../code/elimination/rank.ts";
import { codeReport, codeShape } from "../../code/report.ts";
import { type FamilyCode, listCodes, listFamilyCodes, loadCode } from "../../node/codes/codes.ts";
import { formatNumber } from "../../report/format.ts";
import { formatTable } from "../../report/table.ts";
import { defineCommand } from "../command-line/command.ts";
import { flag } from "../command-line/option.ts";
import { print, printJson } from "../output.ts";
import { familyLines } from "./family-lines.ts";

export default defineCommand({
  options: {
    all: flag({ group: "Output", describe: "list every code of a base matrix, not one line for each family and rate" }),
    json: flag({ group: "Output", describe: "print JSON instead of a table: every code" }),
  },
  run({ json, all }) {
    const codes = listCodes().map(({ name, family, path }) => ({ family, ...loadCode(path), name }));
    const standard = listFamilyCodes();
    if (json) {
      const rows = codes.map(({ name, family, matrix, description, source }) => ({
        name,
        family,
        ...codeReport(matrix),
        description,
        source,
      }));
      return printJson([...rows, ...standard.map(jsonRow)]);
    }
    const width = process.stdout.columns;
    const single = formatTable(HEADERS, codes.map(cells), { align: ALIGNMENT, width, ...NARROW });
    const families = all
      ? formatTable(STANDARD_HEADERS, standard.map(standardCells), { align: STANDARD_ALIGNMENT, width, ...NARROW })
      : formatTable(["codes of base matrices", "codes", "rate", "description"], familyLines(standard), {
          align: ["left", "right", "right", "left"],
          width,
          ...NARROW,
        });
    print(`${single}\n\n${families}`);
    if (!all) print("\n--all lists every one of them.");
  },
});

/** What a narrow screen does without. */
const NARROW = { drop: ["dv", "dc", "codes", "rate"], lastWidth: 32 };

const HEADERS = ["name", "n", "k", "q", "rate", "dv", "dc", "description"];
const STANDARD_HEADERS = ["name", "n", "k", "rate", "description"];
const STANDARD_ALIGNMENT = ["left", "right", "right", "right", "left"] as const;
const ALIGNMENT = ["left", "right", "right", "right", "right", "right", "right", "left"] as const;

function cells({ name, matrix, description }: Code): string[] {
  const { n, q, variableDegrees, checkDegrees } = codeShape(matrix);
  const k = described(description, n) ?? n - rank(matrix);
  const numbers = [n, k, q].map(String);
  return [name, ...numbers, formatNumber(k / n), degrees(variableDegrees), degrees(checkDegrees), description];
}

/** k from the description of a built-in code. A test compares it with the rank, whose computation takes a second for all codes. */
function described(description: string, n: number): number | undefined {
  const [, length, dimension] = /^\((\d+),(\d+)\) over GF/.exec(description) ?? [];
  return Number(length) === n ? Number(dimension) : undefined;
}

/** The degree of a regular code, or `2–7` for an irregular code. */
function degrees(counts: readonly DegreeCount[]): string {
  const first = counts[0][0];
  const last = counts[counts.length - 1][0];
  return first === last ? String(first) : `${first}–${last}`;
}

function standardCells({ name, n, m, sent, description }: FamilyCode): string[] {
  return [name, String(n), String(n - m), formatNumber((n - m) / sent), description];
}

/** The rows of H of these codes are independent (test/standards.node.test.ts, test/met-codes.node.test.ts). */
function jsonRow({ name, family, n, m, sent, liftingSize, description, source }: FamilyCode) {
  return { name, family, n, m, q: 2, rank: m, k: n - m, rate: (n - m) / n, sent, liftingSize, description, source };
}
