import { describe, expect, it } from "vitest";
import { type BaseEntry, baseMatrix, expand } from "../../src/code/base-matrix.ts";
import type { Code } from "../../src/code/code.ts";
import { informationPart } from "../../src/code/information-part.ts";
import { rowEntries } from "../../src/code/parity-check-matrix.ts";
import { accumulatorBase } from "../../src/code/parity-structure.ts";

const information: BaseEntry[] = [0, 1, 2].flatMap((r) => [0, 1, 2, 3].map((c): BaseEntry => [r, c, (r * c + r) % 5]));

/** The whole matrix without the columns from `k` on, row by row. */
function leftPart({ matrix }: Code, k: number): number[][] {
  return Array.from({ length: matrix.rows }, (_, m) =>
    rowEntries(matrix, m)
      .map(([n]) => n)
      .filter((n) => n < k),
  );
}

describe("information part", () => {
  it("is the left part of the matrix, of an accumulator's and of a dual diagonal's", () => {
    const accumulator = accumulatorBase(3, 4, 5, information);
    const diagonal = baseMatrix(3, 7, 5, [
      ...information,
      ...[0, 1, 2].map((r): BaseEntry => [r, 4, r === 1 ? 2 : 1]),
      ...[1, 2].flatMap((j): BaseEntry[] => [
        [j - 1, 4 + j, 0],
        [j, 4 + j, 0],
      ]),
    ]);
    for (const [base, parity] of [
      [accumulator, "accumulator"],
      [diagonal, "dual-diagonal"],
    ] as const) {
      const code: Code = { name: "toy", description: "toy", source: "test", matrix: expand(base), base, parity };
      const part = informationPart(code);
      expect(part.name).toBe("toy-information");
      expect([part.matrix.rows, part.matrix.columns]).toEqual([15, 20]);
      expect(leftPart(part, 20)).toEqual(leftPart(code, 20));
      expect(part.parity).toBeUndefined();
    }
  });

  it("is refused where no columns are parity columns, and with fillers", () => {
    const base = baseMatrix(3, 4, 5, information);
    const code: Code = { name: "toy", description: "toy", source: "test", matrix: expand(base), base };
    expect(() => informationPart(code)).toThrow(/toy has no columns that are parity columns/);
    const filled: Code = { ...code, parity: "accumulator", shortened: Uint32Array.of(1) };
    expect(() => informationPart(filled)).toThrow(/shortened/);
  });
});
