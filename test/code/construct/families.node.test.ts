import { describe, expect, test } from "vitest";
import { checkSpectrum } from "../../../src/code/construct/labels.ts";
import { coupledProtograph } from "../../../src/code/construct/protograph.ts";
import { constructCode, FAMILIES, type Recipe } from "../../../src/code/construct/recipe.ts";
import { cycleCountsSteps } from "../../../src/code/girth.ts";
import { rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { codeReport } from "../../../src/code/report.ts";
import { finish } from "../../../src/code/steps.ts";
import { tannerGraph } from "../../../src/code/tanner-graph.ts";

const grown = { labels: "optimised", seed: 1, attempts: 3 } as const;
const base = { name: "code", q: 2, polynomial: 3 } as const;
const AR3A = [
  [1, 2, 1, 0, 0],
  [0, 2, 1, 1, 1],
  [0, 1, 2, 1, 1],
];

/** Pairs of numbers, such as "2:90 3:70". */
const pairs = (text: string) => text.split(" ").map((pair) => pair.split(":").map(Number) as [number, number]);

/** A recipe of each family that grows at random, with its promise about degrees: [degree, number of variables]. */
const RECIPES: Record<string, { readonly recipe: Recipe; readonly degrees: readonly [number, number][] }> = {
  peg: { recipe: { ...base, ...grown, family: "peg", n: 120, degrees: [3, 6] }, degrees: pairs("3:120") },
  "irregular-peg": {
    recipe: {
      ...base,
      ...grown,
      ...{ family: "irregular-peg", n: 200, checks: 100, degrees: pairs("2:0.45 3:0.35 8:0.2") },
    },
    degrees: pairs("2:90 3:70 8:40"),
  },
  "repeat-accumulate": {
    recipe: {
      ...base,
      ...grown,
      ...{ family: "repeat-accumulate", n: 200, checks: 100, degrees: pairs("3:0.8 5:0.2") },
    },
    degrees: pairs("1:1 2:99 3:80 5:20"),
  },
  protograph: {
    recipe: {
      ...{
        ...base,
        ...grown,
        family: "protograph",
        protograph: AR3A,
        liftingSize: 24,
        objective: "ace",
        punctured: [1],
      },
    },
    degrees: pairs("1:24 2:48 4:24 5:24"),
  },
};

describe("constructed codes", () => {
  test("are tested here for every family that grows at random", () => {
    expect(Object.keys(RECIPES)).toEqual(FAMILIES.filter((family) => family !== "dispersion" && family !== "met"));
  });

  test.each(Object.entries(RECIPES))(
    "of the family %s keep degrees, girth, rank and description",
    (family, { recipe, degrees }) => {
      const code = constructCode(recipe);
      const report = codeReport(code.matrix);
      expect(report.variableDegrees).toEqual(degrees);
      expect(report.girth).toBeGreaterThanOrEqual(6);
      const mean = report.edges / report.m;
      for (const [degree] of report.checkDegrees) expect(Math.abs(degree - mean)).toBeLessThanOrEqual(2);
      expect(code.description).toContain(`(${report.n},${report.k}) over GF(2)`);
      if (family !== "peg") expect(code.description).toContain(`girth ${report.girth}`);
      if (family !== "peg") expect(report.rank).toBe(report.m);
      expect(code.source).toMatch(
        new RegExp(`^ldpc code construct --family ${family} .*--seed 1 --attempts 3 --name code$`),
      );
      expect(constructCode(recipe)).toEqual(code);
      expect(constructCode({ ...recipe, seed: 2 } as Recipe).matrix).not.toEqual(code.matrix);
      expect(code.punctured?.length ?? 0).toBe(family === "protograph" ? 24 : 0);
    },
  );

  test.each(Object.entries(RECIPES))(
    "of the family %s have the best labels of each check over GF(16)",
    (_, { recipe }) => {
      const { matrix } = constructCode({ ...recipe, q: 16, polynomial: 19 } as Recipe);
      const spectra = new Map<number, Set<string>>();
      for (let m = 0; m < matrix.rows; m++) {
        const labels = rowEntries(matrix, m).map(([, label]) => label);
        const seen = spectra.get(labels.length) ?? new Set();
        spectra.set(labels.length, seen.add(String(checkSpectrum(matrix.field, labels))));
      }
      for (const seen of spectra.values()) expect(seen.size).toBe(1);
      const binary = constructCode(recipe).matrix;
      expect([matrix.variable, matrix.checkStart]).toEqual([binary.variable, binary.checkStart]);
    },
  );

  test("an accumulator is a staircase, and its information symbols come first", () => {
    const { matrix } = constructCode(RECIPES["repeat-accumulate"].recipe);
    for (let m = 0; m < 100; m++) {
      const parity = rowEntries(matrix, m).flatMap(([n]) => (n >= 100 ? [n - 100] : []));
      expect(parity).toEqual(m === 0 ? [0] : [m - 1, m]);
    }
  });

  test("the objective ace has no smaller least ACE, and the objective cycles no more cycles", () => {
    const cyclesOf = (recipe: Recipe) => {
      const code = constructCode(recipe);
      return finish(cycleCountsSteps(tannerGraph(code.matrix), 8));
    };
    const shared = { ...base, ...grown, family: "protograph", protograph: AR3A, liftingSize: 64 } as const;
    const [ace] = cyclesOf({ ...shared, objective: "ace" });
    const [cycles] = cyclesOf({ ...shared, objective: "cycles" });
    expect(ace.length).toBe(8);
    expect(cycles.length).toBe(8);
    expect(ace.ace).toBeGreaterThanOrEqual(cycles.ace);
    expect(cycles.cycles).toBeLessThanOrEqual(ace.cycles);
  });

  test("refuses what no code can have", () => {
    const { recipe: irregular } = RECIPES["irregular-peg"];
    const { recipe: lifted } = RECIPES.protograph;
    const refused: [object, RegExp][] = [
      [{ ...irregular, degrees: [[2, 0.5]] }, /shares of the degrees sum to 0.5/],
      [{ ...irregular, degrees: [[2.5, 1]] }, /degree 2.5 with share 1/],
      [{ ...irregular, checks: 4 }, /need more than 4 checks/],
      [{ ...irregular, checks: 0 }, /200 symbols and 0 checks/],
      [{ ...lifted, protograph: [[1, 1], [1]] }, /check 1 of the protograph has 1 variables, the first 2/],
      [{ ...lifted, protograph: [[1, 0]], punctured: undefined }, /variable 1 of the protograph has no edge/],
      [{ ...lifted, liftingSize: 1 }, /lifting size 1 is too small for 2 parallel edges/],
      [{ ...lifted, punctured: [5] }, /punctured variable 5 is outside/],
      [{ ...lifted, coupling: { length: 2, memory: 2, ends: "tail-biting" } }, /ring of 2 copies is too short/],
      [{ ...lifted, family: "other" }, /must be peg, irregular-peg, repeat-accumulate, protograph or dispersion/],
    ];
    for (const [recipe, reason] of refused) expect(() => constructCode(recipe as Recipe)).toThrow(reason);
  });
});

describe("spatially coupled codes", () => {
  const recipe = (ends: "terminated" | "tail-biting"): Recipe => ({
    ...base,
    ...grown,
    family: "protograph",
    protograph: [[3, 3]],
    coupling: { length: 12, memory: 2, ends },
    liftingSize: 20,
    objective: "cycles",
  });

  test("have components whose sum is the protograph, in a band or a ring", () => {
    const band = coupledProtograph([[3, 3]], { length: 4, memory: 2, ends: "terminated" });
    expect(band).toEqual([
      [1, 1, 0, 0, 0, 0, 0, 0],
      [1, 1, 1, 1, 0, 0, 0, 0],
      [1, 1, 1, 1, 1, 1, 0, 0],
      [0, 0, 1, 1, 1, 1, 1, 1],
      [0, 0, 0, 0, 1, 1, 1, 1],
      [0, 0, 0, 0, 0, 0, 1, 1],
    ]);
    const ring = coupledProtograph([[3, 3]], { length: 4, memory: 2, ends: "tail-biting" });
    expect(ring[0]).toEqual([1, 1, 0, 0, 1, 1, 1, 1]);
    expect(ring.length).toBe(4);
  });

  test("lose rate at their ends, or are regular in a ring", () => {
    const terminated = codeReport(constructCode(recipe("terminated")).matrix);
    expect([terminated.n, terminated.m]).toEqual([480, 280]);
    expect([terminated.variableDegrees, terminated.checkDegrees]).toEqual([pairs("3:480"), pairs("2:40 4:40 6:200")]);
    const ring = codeReport(constructCode(recipe("tail-biting")).matrix);
    expect(ring).toMatchObject({ n: 480, m: 240, variableDegrees: [[3, 480]], checkDegrees: [[6, 240]] });
    expect(Math.min(terminated.girth!, ring.girth!)).toBeGreaterThanOrEqual(8);
  });
});
