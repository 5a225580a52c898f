import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { baseMatrix, expand } from "../../../src/code/base-matrix.ts";
import { familyCode, familyMembers } from "../../../src/code/code-family.ts";
import {
  ClosedWalks,
  chooseShifts,
  type GraphEdge,
  type GraphNodes,
  graphNodes,
  type MetEnsemble,
  type MetRecipe,
  metFamily,
  metGraph,
} from "../../../src/code/construct/met.ts";

import { randomSource } from "../../../src/code/construct/random.ts";
import { shortestCycles } from "../../../src/code/girth.ts";
import { tannerGraph } from "../../../src/code/tanner-graph.ts";
import { RATE_02, RATE_05, RATE_10, regularEnsemble } from "./met-ensembles.ts";

function lifted(edges: readonly GraphEdge[], shifts: ArrayLike<number>, z: number) {
  const most = (of: (edge: GraphEdge) => number): number => Math.max(...edges.map(of)) + 1;
  const [rows, columns] = [most(({ check }) => check), most(({ variable }) => variable)];
  return tannerGraph(
    expand(
      baseMatrix(
        rows,
        columns,
        z,
        edges.map((e, i) => [e.check, e.variable, shifts[i]]),
      ),
    ),
  );
}

/** Number of occurrences of each list of degrees: `2,20,0` 31 times. */
function census(nodes: readonly (readonly number[])[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const degrees of nodes) counts[degrees.join()] = (counts[degrees.join()] ?? 0) + 1;
  return counts;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

describe("nodes of a multi-edge-type graph", () => {
  test("rate 0.1: 31 + 19 + 350 columns, 1 + 9 + 12 + 338 rows", () => {
    const { variables, checks } = graphNodes(RATE_10, 400, "none");
    expect(census(variables)).toEqual({ "2,20,0": 31, "3,22,0": 19, "0,0,1": 350 });
    expect(census(checks)).toEqual({ "11,0,0": 1, "12,0,0": 9, "0,2,1": 12, "0,3,1": 338 });
    expect(variables.slice(50).every((degrees) => sum(degrees) === 1)).toBe(true);
  });

  test("rate 0.02: 39 edges of type x1 at 8 rows are 4×3 + 3×7 + 1×6, if rounding is allowed", () => {
    expect(() => graphNodes(RATE_02, 400, "none")).toThrow(
      "400 columns make 4.25 checks of type 0.010625 x1^3: change their number, or allow --rounding nearest",
    );
    const { checks } = graphNodes(RATE_02, 400, "nearest");
    expect(census(checks)).toEqual({ "3,0,0": 4, "7,0,0": 3, "6,0,0": 1, "0,2,1": 240, "0,3,1": 144 });
    expect(census(graphNodes(RATE_02, 3200, "none").checks)).toMatchObject({ "3,0,0": 34, "7,0,0": 30 });
  });

  test("rounding makes sockets match, or says why it cannot", () => {
    for (const columns of [390, 401, 410]) {
      for (const ensemble of [RATE_10, RATE_05, RATE_02]) {
        let nodes: GraphNodes;
        try {
          nodes = graphNodes(ensemble, columns, "nearest");
        } catch (error) {
          expect(String(error)).toMatch(
            /edge type x3 has \d+ sockets at variables and \d+ at checks: of the checks only 0/,
          );
          continue;
        }
        expect(nodes.variables.length).toBe(columns);
        for (const t of [0, 1, 2]) {
          expect(sum(nodes.variables.map((d) => d[t]))).toBe(sum(nodes.checks.map((d) => d[t])));
        }
      }
    }
    expect(() => graphNodes(RATE_10, 10, "nearest")).toThrow(/10 columns leave no/);
  });

  test("variables of degree 1 come last, for every order in the ensemble", () => {
    const turned: MetEnsemble = { ...RATE_05, variables: [...RATE_05.variables].reverse() };
    expect(graphNodes(turned, 400, "none").variables.map(sum).indexOf(1)).toBe(28);
  });
});

describe("base graphs", () => {
  test.each([
    { ensemble: RATE_10, columns: 400, rounding: "none" },
    { ensemble: RATE_05, columns: 400, rounding: "none" },
    { ensemble: RATE_02, columns: 400, rounding: "nearest" },
    { ensemble: RATE_10, columns: 800, rounding: "none" },
  ] as const)(
    "$ensemble.name, $columns columns: every node has its edges of every type, none parallel",
    ({ ensemble, columns, rounding }) => {
      const nodes = graphNodes(ensemble, columns, rounding);
      const { variables, checks } = nodes;
      const edges = metGraph(nodes, randomSource(3));
      // The ends of an edge identify its type: x1 at checks with x1 alone, x3 at variables of degree 1.
      const typeOf = ({ check, variable }: GraphEdge): number =>
        sum(variables[variable]) === 1 ? 2 : checks[check][0] > 0 ? 0 : 1;
      const count = (end: "check" | "variable", node: number): number[] =>
        [0, 1, 2].map((t) => edges.filter((edge) => edge[end] === node && typeOf(edge) === t).length);
      expect(variables.map((_, i) => count("variable", i))).toEqual(variables);
      expect(checks.map((_, i) => count("check", i))).toEqual(checks);
      expect(new Set(edges.map(({ check, variable }) => `${check} ${variable}`)).size).toBe(edges.length);
    },
  );

  test("parallel edges only where degrees leave no choice: of 7 columns, 3 have three edges to two rows", () => {
    const edges = metGraph(graphNodes(RATE_05, 100, "none"), randomSource(1));
    const blocks = new Map<string, number>();
    for (const { check, variable } of edges) {
      blocks.set(`${check} ${variable}`, (blocks.get(`${check} ${variable}`) ?? 0) + 1);
    }
    expect([...blocks.values()].filter((count) => count > 1)).toEqual([2, 2, 2]);
    const shifts = chooseShifts(edges, 40, randomSource(1));
    expect(shortestCycles(lifted(edges, shifts, 40)).girth).toBeGreaterThanOrEqual(6);
  });
});

test("closed walks of a base graph lift to the cycles of its graph, with several entries in a block too", () => {
  const entries = fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(4), fc.nat(8)), {
    ...{ minLength: 8, maxLength: 16, selector: String },
  });
  fc.assert(
    fc.property(entries, fc.constantFrom(9, 10, 12), (triples, z) => {
      const numbered = (index: 0 | 1): Map<number, number> =>
        new Map([...new Set(triples.map((triple) => triple[index]))].map((value, i) => [value, i]));
      const [checks, variables] = [numbered(0), numbered(1)];
      const edges = triples.map(([r, c]) => ({ check: checks.get(r)!, variable: variables.get(c)! }));
      const walks = new ClosedWalks(edges);
      walks.shifts.set(triples.map(([, , s]) => s));
      const cycles = { 4: 0, 6: 0 };
      for (const e of walks.inner) {
        const costs = new Float64Array(z);
        walks.costs(e, costs);
        // A walk of this length is found from each of its edges, and lifts to Z cycles.
        const cost = costs[walks.shifts[e]];
        cycles[4] += (z / 4) * Math.floor(cost / 1e6);
        cycles[6] += (z / 6) * (cost % 1e6);
      }
      const { girth, count } = shortestCycles(lifted(edges, walks.shifts, z));
      expect(cycles[4]).toBeCloseTo(girth === 4 ? count : 0, 6);
      if (girth === 4) return;
      const sixes = girth === 6 ? count : 0;
      const blocks = new Set(edges.map(({ check, variable }) => `${check} ${variable}`));
      // A cycle that runs through an edge there and back costs nothing from it, as no shift of it would change that.
      if (blocks.size === edges.length) expect(cycles[6]).toBeCloseTo(sixes, 6);
      else expect(cycles[6]).toBeLessThan(sixes + 1e-6);
    }),
    { numRuns: 300 },
  );
});

describe("codes of an ensemble", () => {
  const recipe: MetRecipe = {
    family: "met",
    name: "met-{n}-{k}",
    ensemble: RATE_05,
    ensembleName: "rate-05",
    columns: 100,
    liftingSizes: [11, 30],
    rounding: "none",
    seed: 1,
    attempts: 2,
  };

  test("are a function of the recipe, and the seed matters", () => {
    const small = { ...recipe, ensemble: regularEnsemble(3, 6), columns: 20 };
    const { rows } = metFamily(small);
    expect(metFamily(small).rows).toEqual(rows);
    expect(metFamily({ ...small, seed: 2 }).rows).not.toEqual(rows);
    const family = metFamily(recipe);
    expect(family.source).toBe(
      "ldpc code construct --family met --ensemble rate-05 --columns 100 --lifting-sizes 11,30 --rounding none " +
        '--seed 1 --attempts 2 --name "met-{n}-{k}"',
    );
    expect(familyMembers(family).map(({ name }) => name)).toEqual(["met-1100-55", "met-3000-150"]);
    expect(familyCode(family, 30).description).toBe("(3000,150) over GF(2), multi-edge type, rate 0.05, Z = 30");
  });

  test("say so if rows must depend on each other: even degrees only", () => {
    const family = metFamily({ ...recipe, ensemble: regularEnsemble(2, 4), columns: 20 });
    expect(family.description).toMatch(/, at least 1 block rows with dependent checks$/);
    expect(metFamily({ ...recipe, ensemble: regularEnsemble(3, 6), columns: 20 }).description).not.toMatch(/dependent/);
  });

  test.each([
    [{ liftingSizes: [30, 11] }, /lifting sizes 30,11 must be positive integers that ascend/],
    [{ liftingSizes: [] }, /lifting sizes {2}must be positive/],
    [{ attempts: 0 }, /number of attempts 0/],
    [{ columns: 0 }, /^0 block columns: give 1 or more$/],
    [{ ensemble: regularEnsemble(3, 2) }, /^ensemble .+, checks: the design rate is -0.5: it must be above 0$/],
    [
      { ensemble: { ...regularEnsemble(3, 6), checks: [{ fraction: 0.5, degrees: [5] }] } },
      /^ensemble .+, checks: sockets of edge type x1 do not match/,
    ],
    [{ columns: 13, rounding: "none" as const }, /13 columns make 0.52 variables of type 0.04 x1\^2 x2\^34/],
  ])("%j is refused", (wrong, reason) => {
    expect(() => metFamily({ ...recipe, ...wrong })).toThrow(reason);
  });
});
