import { describe, expect, it } from "vitest";
import type { Code } from "../../../src/code/code.ts";
import { degreeEnsemble } from "../../../src/code/density-evolution/sum-product.ts";
import { parityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../../src/galois/field.ts";

/** A binary code of columns 0, 1 and 2 in both rows, and columns 3 and 4 in one row and `last` rows more. */
function code(columns: readonly (readonly number[])[], more: Partial<Code> = {}, q = 2): Code {
  const rows = columns.map((row) => row.map((column) => [column, 1] as [number, number]));
  return { name: "c", description: "", source: "", matrix: parityCheckMatrix(galoisField(q), 4, rows), ...more };
}

const ROWS = [
  [0, 1, 2, 3],
  [0, 1, 2],
  [0, 3],
];

describe("the ensemble of a code's degrees", () => {
  it("counts variables and checks by degree, for each variable", () => {
    const { variables, checks } = degreeEnsemble(code(ROWS))!;
    expect(variables).toEqual([
      { fraction: 3 / 4, degrees: [2] },
      { fraction: 1 / 4, degrees: [3] },
    ]);
    expect(checks).toEqual([2, 3, 4].map((degree) => ({ fraction: 1 / 4, degrees: [degree] })));
  });

  it("does not exist over other fields, with symbols that are not sent, or with variables of degree 0 or 1", () => {
    expect(degreeEnsemble(code(ROWS, {}, 4))).toBeUndefined();
    expect(degreeEnsemble(code(ROWS, { punctured: Uint32Array.of(0) }))).toBeUndefined();
    expect(degreeEnsemble(code(ROWS, { shortened: Uint32Array.of(1) }))).toBeUndefined();
    expect(
      degreeEnsemble(
        code([
          [0, 1, 2, 3],
          [0, 1, 2],
        ]),
      ),
    ).toBeUndefined();
    expect(degreeEnsemble(code([ROWS[1], ROWS[1]]))).toBeUndefined();
  });
});
