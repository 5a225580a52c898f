import { readFileSync } from "node:fs";
import { rank } from "../code/elimination/elimination.ts";
import { readMatrixJson } from "../code/formats/json.ts";
import { codeReport, codeShape } from "../code/report.ts";
import type { DegreeCount } from "../code/tanner-graph.ts";
import { type FamilyCode, listCodes, listFamilyCodes } from "../node/codes/codes.ts";
import { formatNumber } from "../report/format.ts";
import { formatTable } from "../report/table.ts";
import { defineCommand, flag, inGroup } from "./command-line/option.ts";
import { print, printJson } from "./output.ts";

export default defineCommand({
  options: inGroup("Output", {
    all: flag("list every code of a base matrix, not one line for each family and rate"),
    json: flag("print JSON instead of a table: every code"),
  }),
  run({ json, all }) {
    const codes = listCodes().map(({ family, path }) => ({
      family,
      ...readMatrixJson(readFileSync(path, "utf8"), path),
    }));
    const standard = listFamilyCodes();
    if (json) {
      const rows = codes.map(({ name, family, matrix, description, source }) => ({
        name,
        family,
        ...codeReport(matrix),
        description,
        source,
      }));
      return printJson("codes 1", { codes: [...rows, ...standard.map(jsonRow)] });
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

function cells({ name, matrix, description, pair }: ReturnType<typeof readMatrixJson>): string[] {
  const { n: columns, q, variableDegrees, checkDegrees } = codeShape(matrix);
  // Of a pair of codes qubits are counted.
  const n = pair === undefined ? columns : pair.x.columns * matrix.field.p;
  const k = described(description, n) ?? n - rank(matrix) * (pair === undefined ? 1 : matrix.field.p);
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

/** The rows of H of these codes are independent (test/standards.node.test.ts, test/met-codes.long.node.test.ts). */
function jsonRow({ name, family, n, m, sent, liftingSize, description, source }: FamilyCode) {
  return { name, family, n, m, q: 2, rank: m, k: n - m, rate: (n - m) / n, sent, liftingSize, description, source };
}

/**
 * Table cells for the codes of base matrices: names, number of codes, rates, description. Codes of one file share a line. So do codes with
 * separate files whose names differ only after the last dash.
 */
function familyLines(codes: readonly FamilyCode[]): string[][] {
  const perFile = groups(codes, ({ path }) => path);
  const singles = perFile.filter(([, members]) => members.length === 1).flatMap(([, members]) => members);
  const lines = [
    ...perFile.filter(([, members]) => members.length > 1).map(([, members]) => familyLine(members)),
    ...groups(singles, ({ name }) => stem(name)).map(([, members]) => singlesLine(members)),
  ];
  return lines.sort((a, b) => a[0].localeCompare(b[0], "en", { numeric: true }));
}

/** `wimax-576-288 … wimax-2304-1152`. */
function familyLine(members: readonly FamilyCode[]): string[] {
  const first = members[0];
  const last = members[members.length - 1];
  return [
    `${first.name} … ${last.name}`,
    String(members.length),
    formatNumber(rate(first)),
    // The part of the description that is common to all sizes.
    `${withoutSize(first).replace(/, z = \d+/i, "")}, ${sizesText(members)}`,
  ];
}

/** Largest number of codes that a line lists by their names. */
const NAMED = 4;

/** `wifi-648-324, -432, -486, -540`, or `dvbs2-16200-3240 … dvbs2-16200-14400`. */
function singlesLine(unsorted: readonly FamilyCode[]): string[] {
  const members = [...unsorted].sort((a, b) => rate(a) - rate(b));
  const [first] = members;
  const last = members[members.length - 1];
  const others = members.slice(1).map(({ name }) => name.slice(stem(name).length));
  const description = withoutSize(first).replace(/,? rate .*$/, "");
  const rates = [...new Set([rate(first), rate(last)].map((each) => formatNumber(each)))];
  const names = members.length > NAMED ? `${first.name} … ${last.name}` : [first.name, ...others].join(", ");
  return [names, String(members.length), rates.join("–"), description];
}

/** `z = 24, 28, 32, …, 96`, or all sizes if they are few. */
function sizesText(members: readonly FamilyCode[]): string {
  const sizes = members.map(({ liftingSize }) => liftingSize);
  if (sizes.length <= 4) return `z = ${sizes.join(", ")}`;
  return `z = ${sizes.slice(0, 3).join(", ")}, …, ${sizes[sizes.length - 1]}`;
}

function stem(name: string): string {
  return name.slice(0, name.lastIndexOf("-"));
}

/** Information bits per bit sent. */
function rate({ n, m, sent }: FamilyCode): number {
  return (n - m) / sent;
}

/** The description without its beginning `(n,k) over GF(2), `. */
function withoutSize({ description }: FamilyCode): string {
  return description.replace(/^\S+ over GF\(2\), /, "");
}

function groups(codes: readonly FamilyCode[], key: (code: FamilyCode) => string): [string, FamilyCode[]][] {
  const found = new Map<string, FamilyCode[]>();
  for (const code of codes) found.set(key(code), [...(found.get(key(code)) ?? []), code]);
  return [...found];
}
