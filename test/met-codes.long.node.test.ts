import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "../src/cli/run.ts";
import { type CodeFamily, familyCode } from "../src/code/code-family.ts";
import { designRate, edgesPerSymbol, graphNodes } from "../src/code/construct/met.ts";
import { rank } from "../src/code/elimination/elimination.ts";
import { readFamily, writeFamily } from "../src/code/formats/json.ts";
import { shortestCycles } from "../src/code/girth.ts";
import { type ParityCheckMatrix, parityCheckMatrix } from "../src/code/parity-check-matrix.ts";
import { tannerGraph } from "../src/code/tanner-graph.ts";
import { listEnsembles, listFamilyCodes, loadCode, loadEnsemble } from "../src/node/codes/codes.ts";
import { packageRoot } from "../src/node/program.ts";
import { newFolder } from "./new-folder.ts";

const folder = newFolder();

const fileOf = (name: string): string => join(packageRoot(), "codes", name.split("-")[0], `${name}.base.json`);
const familyOf = (name: string): CodeFamily => readFamily(readFileSync(fileOf(name), "utf8"), name);

/** By lifting size: edges of a million bits, of met- from the paper's Table 2, and numbers of light variables on the shortest cycles. */
const CODES = [
  { name: "met-r10", rate: 0.1, edges: 3_767_500, rounding: "none", light: { 25: 5, 250: 7, 2500: 8 } },
  { name: "met-r05", rate: 0.05, edges: 3_480_000, rounding: "none", light: { 25: 7, 250: 10, 2500: 10 } },
  { name: "cv-r10", rate: 0.1, edges: 3_805_000, rounding: "none", light: { 25: 12, 250: 12, 2500: 12 } },
  { name: "met-r02", rate: 0.02, edges: 3_337_500, rounding: "nearest", light: { 25: 12, 250: 20, 2500: 20 } },
] as const;

/** The graph of the checks without a variable of degree 1 and of the variables with two edges to them: its cycles are words of low weight. */
function lightGraph({ field, rows, columns, checkStart, variable }: ParityCheckMatrix) {
  const degree = new Uint32Array(columns);
  for (const n of variable) degree[n]++;
  const checks = Array.from({ length: rows }, (_, m) => [...variable.subarray(checkStart[m], checkStart[m + 1])]);
  const strong = checks.filter((row) => row.every((n) => degree[n] > 1));
  const edges = new Uint32Array(columns);
  for (const n of strong.flat()) edges[n]++;
  const light = strong.map((row) => row.filter((n) => edges[n] === 2).map((n) => [n, 1] as const));
  return tannerGraph(
    parityCheckMatrix(
      field,
      columns,
      light.filter((row) => row.length > 0),
    ),
  );
}

test("every ensemble has its codes, three lifting sizes each", () => {
  expect(listEnsembles().filter((name) => /^(cv|met)-/.test(name))).toEqual(CODES.map(({ name }) => name).sort());
  const names = listFamilyCodes()
    .filter(({ family }) => family === "met")
    .map(({ name }) => name);
  expect(names.sort()).toEqual(
    [10_000, 100_000, 1_000_000].flatMap((n) => [0.1, 0.05, 0.02].map((rate) => `met-${n}-${n * rate}`)).sort(),
  );
});

describe.each(CODES)("$name", ({ name, rate, edges, rounding, light }) => {
  const family = familyOf(name);
  const ensemble = loadEnsemble(name);

  test("rate and edges are as stated", () => {
    expect(designRate(ensemble)).toBe(rate);
    expect(Math.round(edgesPerSymbol(ensemble) * 1e6)).toBe(edges);
    expect(family.rows.flat().length * 2500).toBe(edges);
    expect(family.columns).toBe(400);
    expect(family.rows.length).toBe(Math.round(400 * (1 - rate)));
  });

  test("every block row and column has its edges of every type", () => {
    const nodes = graphNodes(ensemble, 400, rounding);
    const leaves = new Set(nodes.variables.flatMap((degrees, i) => (degrees[2] === 1 ? [i] : [])));
    expect(Math.min(...leaves)).toBe(400 - leaves.size);
    const variables = nodes.variables.map(() => [0, 0, 0]);
    const checks = family.rows.map((row) => {
      const anchored = row.some(([column]) => leaves.has(column));
      const degrees = [0, 0, 0];
      for (const [column] of row) {
        const type = leaves.has(column) ? 2 : anchored ? 1 : 0;
        degrees[type]++;
        variables[column][type]++;
      }
      return degrees;
    });
    expect(checks).toEqual(nodes.checks);
    expect(variables).toEqual(nodes.variables);
    for (const row of family.rows) expect(new Set(row.map(([column]) => column)).size).toBe(row.length);
  });

  test.each([25, 250, 2500] as const)(
    "Z = %i: no cycles of length 4, from 250 on none of length 6, long ones of light variables, independent rows",
    (z) => {
      const { matrix } = familyCode(family, z);
      expect(shortestCycles(tannerGraph(matrix), z).girth).toBeGreaterThanOrEqual(z > 25 ? 8 : 6);
      expect(shortestCycles(lightGraph(matrix), z).girth).toBeGreaterThanOrEqual(2 * light[z]);
      expect(rank(matrix)).toBe(matrix.rows);
      expect(1 - matrix.rows / matrix.columns).toBeCloseTo(rate, 12);
    },
  );

  test("the file is written as our writer does", () => {
    expect(writeFamily(family)).toBe(readFileSync(fileOf(name), "utf8"));
  });
});

test("the command in the source makes the file again, byte for byte", async () => {
  const [, ...words] = familyOf("met-r10").source.replaceAll('"', "").split(" ");
  const out = join(folder, "again.base.json");
  expect(await runCli([...words, "--out", out])).toBe(0);
  expect(readFileSync(out, "utf8")).toBe(readFileSync(fileOf("met-r10"), "utf8"));
});

test("an ensemble is no code", () => {
  expect(() => loadCode(join(packageRoot(), "codes/met/met-r10.ensemble.json"))).toThrow(
    /met-r10\.ensemble\.json: is an ensemble, no code: `ldpc code construct --family met` makes codes of it/,
  );
  expect(() => loadEnsemble("met-r11")).toThrow(
    'unknown ensemble "met-r11", and there is no such file: did you mean met-r10?',
  );
});
