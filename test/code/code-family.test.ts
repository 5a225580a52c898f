import { describe, expect, it } from "vitest";
import { baseEntries } from "../../src/code/base-matrix.ts";
import { type CodeFamily, familyCode, familyMembers, type Lifting } from "../../src/code/code-family.ts";

function family(lifting: Lifting, ...shifts: number[]): CodeFamily {
  const rows = [
    [
      [0, ...shifts],
      [1, ...shifts.map(() => 0)],
    ],
  ] as unknown as CodeFamily["rows"];
  return {
    name: "toy-{n}-{k}-z{z}",
    description: "({n},{k})",
    source: "test",
    lifting,
    puncturedColumns: [],
    columns: 2,
    rows,
  };
}

function shiftOf(of: CodeFamily, z: number): number {
  return baseEntries(familyCode(of, z).base!)[0][2];
}

describe("code families", () => {
  it("lift shifts by their rule", () => {
    const sizes = [24, 28, 96];
    expect(shiftOf(family({ rule: "as given", size: 96 }, 95), 96)).toBe(95);
    const floor = family({ rule: "floor(s*z/reference)", reference: 96, sizes }, 95);
    expect(sizes.map((z) => shiftOf(floor, z))).toEqual([23, 27, 95]);
    const modulo = family({ rule: "s mod z", sizes }, 49);
    expect(sizes.map((z) => shiftOf(modulo, z))).toEqual([1, 21, 49]);
    const sets = family(
      {
        rule: "s of the set mod z",
        sets: [
          [2, 4],
          [3, 6, 12],
        ],
      },
      7,
      11,
    );
    expect([2, 4, 3, 6, 12].map((z) => shiftOf(sets, z))).toEqual([1, 3, 2, 5, 11]);
  });

  it("name their codes by n, k and z", () => {
    const sets = family({ rule: "s of the set mod z", sets: [[2, 4], [3]] }, 0, 0);
    expect(familyMembers(sets)).toEqual([
      { name: "toy-4-2-z2", description: "(4,2)", liftingSize: 2, n: 4, m: 2, sent: 4 },
      { name: "toy-6-3-z3", description: "(6,3)", liftingSize: 3, n: 6, m: 3, sent: 6 },
      { name: "toy-8-4-z4", description: "(8,4)", liftingSize: 4, n: 8, m: 4, sent: 8 },
    ]);
    const code = familyCode(sets, 3);
    expect([code.name, code.matrix.columns, code.matrix.rows]).toEqual(["toy-6-3-z3", 6, 3]);
    expect([code.parity, code.punctured, code.shortened]).toEqual([undefined, undefined, undefined]);
  });

  it("refuse missing sizes", () => {
    const floor = family({ rule: "floor(s*z/reference)", reference: 96, sizes: [24, 96] }, 95);
    expect(() => familyCode(floor, 48)).toThrow("toy-{n}-{k}-z{z} has no lifting size 48: it has 24, 96");
    expect(() => familyCode(floor, 24.5)).toThrow("has no lifting size 24.5");
    expect(() => familyCode(family({ rule: "as given", size: 3 }, 3), 3)).toThrow(
      "block row 0, block column 0: shift 3 is outside 0 … 2",
    );
    expect(() => familyCode(family({ rule: "floor(s*z/reference)", reference: 96, sizes: [24] }, 96), 24)).toThrow(
      "shift 96 is outside 0 … 95",
    );
    expect(() => familyCode({ ...family({ rule: "as given", size: 3 }, 1), parity: "dual-diagonal" }, 3)).not.toThrow();
    const twoColumns = { ...family({ rule: "as given", size: 3 }, 1), columns: 1, rows: [[[0, 1]]] } as CodeFamily;
    expect(() => familyCode({ ...twoColumns, parity: "dual-diagonal" }, 3)).toThrow(
      "1 × 1 blocks leave no information symbols",
    );
    expect(() => familyCode({ ...twoColumns, parity: "accumulator" }, 3)).toThrow(
      "an accumulator needs two block rows and lifting size 2, not 1 and 3",
    );
  });
});
