import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { denseRow, type ParityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { finish } from "../../src/code/steps.ts";
import { SET_KINDS, setCounts, shiftedSets, trappingSetsSteps } from "../../src/code/trapping-sets.ts";
import { multiply } from "../../src/galois/field.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { binaryMatrix } from "./binary-matrix.ts";
import { smallMatrices } from "./small-matrices.ts";

const LIMITS = { steps: 1e7, sets: 1e5 };

/** The elementary sets of a matrix by their definition, from all subsets of its columns: `variables | unsatisfied checks`. */
function setsByDefinition(matrix: ParityCheckMatrix, a: number, b: number, kind: (typeof SET_KINDS)[number]): string[] {
  const rows = Array.from({ length: matrix.rows }, (_, m) => denseRow(matrix, m));
  const found: string[] = [];
  for (let mask = 1; mask < 2 ** matrix.columns; mask++) {
    const set = Array.from({ length: matrix.columns }, (_, n) => n).filter((n) => (mask >> n) & 1);
    const inRow = rows.map((row) => set.filter((n) => row[n] !== 0));
    const odd = inRow.flatMap((members, m) => (members.length === 1 ? [m] : []));
    if (set.length > a || odd.length > b || inRow.some(({ length }) => length > 2)) continue;
    const oddOf = (n: number) => odd.filter((m) => rows[m][n] !== 0).length;
    const degree = (n: number) => rows.filter((row) => row[n] !== 0).length;
    const most = (n: number) => Math.max(0, kind === "trapping" ? degree(n) - 2 : Math.ceil(degree(n) / 2) - 1);
    if (set.some((n) => oddOf(n) > most(n))) continue;
    // Values that satisfy the checks with two variables, from the first variable on.
    const values = new Map([[set[0], 1]]);
    for (let round = 0; round < set.length; round++) {
      inRow.forEach(([x, y], m) => {
        if (y === undefined) return;
        for (const [from, to] of [
          [x, y],
          [y, x],
        ]) {
          const value = values.get(from);
          if (value === undefined || values.has(to)) continue;
          const all = Array.from({ length: matrix.field.q }, (_, each) => each);
          values.set(
            to,
            all.find(
              (each) => multiply(matrix.field, each, rows[m][to]) === multiply(matrix.field, value, rows[m][from]),
            )!,
          );
        }
      });
    }
    const satisfied = inRow.every(
      ([x, y], m) =>
        y === undefined ||
        multiply(matrix.field, values.get(x) ?? 0, rows[m][x]) ===
          multiply(matrix.field, values.get(y) ?? 0, rows[m][y]),
    );
    if (values.size === set.length && satisfied) found.push(`${set} | ${odd}`);
  }
  return found.sort();
}

describe("trapping sets", () => {
  test("are those of the definition, on small random matrices over GF(2) to GF(256)", () => {
    const found = { binary: 0, others: 0 };
    const check = (matrix: ParityCheckMatrix, kind: (typeof SET_KINDS)[number]) => {
      const { sets, completeTo } = finish(trappingSetsSteps(matrix, { a: 5, b: 3, kind, ...LIMITS }));
      expect(completeTo).toBe(5);
      const texts = sets.map(({ variables, checks }) => `${variables} | ${checks}`).sort();
      expect(texts).toEqual(setsByDefinition(matrix, 5, 3, kind));
      found[matrix.field.q === 2 ? "binary" : "others"] += sets.filter(({ variables }) => variables.length > 2).length;
    };
    const kinds = fc.constantFrom(...SET_KINDS);
    fc.assert(fc.property(smallMatrices({ p: 1, rows: 8, columns: 9 }), kinds, check));
    fc.assert(fc.property(smallMatrices({ rows: 7, columns: 7 }), kinds, check));
    expect(found.binary).toBeGreaterThan(50);
    expect(found.others).toBeGreaterThan(5);
  });

  test("of Tanner's (155,64) code have the published multiplicities, also without its circulants", () => {
    const { matrix } = loadCode("tanner-155-64");
    const search = (given: ParityCheckMatrix, a: number, b: number) =>
      finish(trappingSetsSteps(given, { a, b, kind: "trapping", ...LIMITS }));
    const counts = (given: ParityCheckMatrix, a: number, b: number) =>
      setCounts(search(given, a, b).sets).map(({ a, b, sets, absorbing }) => [a, b, sets, absorbing]);
    expect(counts(matrix, 8, 3)).toEqual([
      [5, 3, 155, 155],
      [7, 3, 930, 930],
      [8, 2, 465, 465],
    ]);
    const order = Array.from({ length: 155 }, (_, n) => (37 * n) % 155);
    const rows = Array.from({ length: 93 }, (_, m) =>
      [...matrix.variable.subarray(matrix.checkStart[m], matrix.checkStart[m + 1])].map((n) => order[n]),
    );
    const mixed = binaryMatrix(
      155,
      rows.map((row) => row.sort((x, y) => x - y)),
    );
    expect(counts(mixed, 6, 4)).toEqual(counts(matrix, 6, 4));
    const { sets, liftingSize } = search(matrix, 5, 3);
    const shifts = sets.flatMap((set) => [...shiftedSets(set, liftingSize)].map(String));
    expect(new Set(shifts).size).toBe(155);
    expect(shifts.sort()).toEqual(
      search(mixed, 5, 3)
        .sets.map(({ variables }) => String([...variables].map((n) => order.indexOf(n)).sort((x, y) => x - y)))
        .sort(),
    );
  });

  test("of a search that its steps end are those of the sizes that it has finished", () => {
    const { matrix } = loadCode("tanner-155-64");
    const { completeTo, endedBy, sets } = finish(
      trappingSetsSteps(matrix, { a: 9, b: 3, kind: "absorbing", steps: 45_000, sets: 1e5 }),
    );
    expect(endedBy).toBe("steps");
    expect(completeTo).toBe(7);
    expect(setCounts(sets).map(({ a, b, sets }) => [a, b, sets])).toEqual([
      [5, 3, 155],
      [7, 3, 930],
    ]);
  });
});
