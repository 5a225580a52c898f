import { describe, expect, it } from "vitest";
import type { Code } from "../../src/code/code.ts";
import { parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { withUnsentSymbols } from "../../src/decoder/unsent.ts";
import { InputError } from "../../src/errors.ts";
import { galoisField } from "../../src/galois/field.ts";
import { LLR_BOUND } from "../../wgsl/common/bound.ts";
import { codeOf } from "../code-of.ts";

/** Five symbols; symbol 0 is punctured and symbol 3 shortened. */
function code(q: number): Code {
  const matrix = parityCheckMatrix(galoisField(q), 5, [[0, 1, 2, 3, 4].map((column) => [column, 1] as const)]);
  return { ...codeOf(matrix), punctured: Uint32Array.of(0), shortened: Uint32Array.of(3) };
}

describe("symbols that are not sent", () => {
  it("have the sum of their LLRs if they are sent several times, in the order of transmissions", () => {
    const sending = { order: Uint32Array.of(2, 1, 4, 1, 1), checksumBits: 0 };
    const llr = withUnsentSymbols(Float32Array.of(1, -2, 3, -4, 16), { ...code(2), sending }, "bit");
    expect([...llr]).toEqual([0, 10, 1, LLR_BOUND, 3]);
  });

  it("are put into whole frames only", () => {
    expect(() => withUnsentSymbols(new Float32Array(4), code(2), "bit")).toThrow(InputError);
    expect(() => withUnsentSymbols(new Float32Array(4), code(2), "bit")).toThrow(
      "4 channel LLRs are not whole frames of 3",
    );
  });
});
