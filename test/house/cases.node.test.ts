import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cases, casesThatRun, type Extent, nestedThatRun } from "../setup/cases.ts";

const arbitraryList = fc.uniqueArray(fc.nat(20), { maxLength: 12 });
/** A list that CI runs whole, or a longer one. */
const arbitraryCases: fc.Arbitrary<Cases<number>> = fc.oneof(
  arbitraryList,
  arbitraryList.chain((every) => fc.record({ few: fc.subarray(every), every: fc.constant(every) })),
);
const arbitraryUse = fc.record({
  isBrowser: fc.boolean(),
  step: fc.integer({ min: 1, max: 4 }),
  inBrowser: fc.integer({ min: 1, max: 4 }),
});

const everyOf = (cases: Cases<number>): readonly number[] => ("few" in cases ? cases.every : cases);
const sorted = <T>(values: readonly T[]): string[] => values.map((each) => JSON.stringify(each)).sort();

describe("the cases of CI and of the exhaustive mode", () => {
  it("are together every case of a longer list, each in one of the two modes", () => {
    fc.assert(
      fc.property(arbitraryCases, arbitraryUse, (cases, use) => {
        const [ci, rest] = (["ci", "rest"] as const).map((extent) => casesThatRun(cases, { ...use, extent }));
        if ("few" in cases) expect(sorted([...ci, ...rest])).toEqual(sorted(cases.every));
        else expect(rest).toEqual(cases);
      }),
    );
  });

  it("are together every pair of nested lists, each in one of the two modes", () => {
    fc.assert(
      fc.property(
        arbitraryCases,
        fc.array(arbitraryCases, { minLength: 21, maxLength: 21 }),
        arbitraryUse,
        (outer, inner, use) => {
          const pairs = (extent: Extent) =>
            nestedThatRun(outer, (each) => inner[each], { ...use, extent }).flatMap(([each, cases]) => {
              expect(cases).not.toEqual([]);
              return cases.map((own) => [each, own]);
            });
          const all = everyOf(outer).flatMap((each) => everyOf(inner[each]).map((own) => [each, own]));
          expect(sorted([...pairs("ci"), ...pairs("rest")])).toEqual(sorted(all));
          if (use.isBrowser) return;
          const ci = new Set(sorted(pairs("ci")));
          const extra = sorted(pairs("part")).filter((pair) => !ci.has(pair));
          expect(extra, "pairs of npm test that CI leaves out").toEqual([]);
        },
      ),
    );
  });

  it("are few and the others, with the steps of npm test and of a browser", () => {
    const cases = { few: [3, 1, 5, 7], every: [1, 2, 3, 4, 5, 6, 7] };
    const run = (extent: Extent, isBrowser = false) =>
      casesThatRun(cases, { extent, isBrowser, step: 3, inBrowser: 2 });
    expect(run("part")).toEqual([3, 7]);
    expect(run("ci")).toEqual([3, 1, 5, 7]);
    expect(run("rest")).toEqual([2, 4, 6]);
    expect(run("part", true)).toEqual([3, 7]);
    expect(run("ci", true)).toEqual([3, 5]);
    expect(run("rest", true)).toEqual([1, 2, 4, 6, 7]);
  });

  it("have an outer case of CI with what CI leaves out of its inner list, and other outer cases with all of it", () => {
    const outer = { few: ["a", "b"], every: ["a", "b", "c"] };
    const inner = (each: string) => (each === "b" ? [1, 2] : { few: [2], every: [1, 2, 3] });
    const run = (extent: Extent) => nestedThatRun(outer, inner, { extent, isBrowser: false });
    expect(run("ci")).toEqual([
      ["a", [2]],
      ["b", [1, 2]],
    ]);
    expect(run("rest")).toEqual([
      ["a", [1, 3]],
      ["c", [1, 2, 3]],
    ]);
  });

  it("of a list whose few cases are not all in it are refused in every mode", () => {
    for (const extent of ["part", "ci", "rest"] as const) {
      expect(() => casesThatRun({ few: [1, 8], every: [1, 2] }, { extent, isBrowser: false })).toThrow(
        'a case of "few" is not in "every": 8',
      );
    }
  });
});
