import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expand } from "../../../src/code/base-matrix.ts";
import type { Code } from "../../../src/code/code.ts";
import { codeEncoder } from "../../../src/code/encoder.ts";
import { accumulatorBase } from "../../../src/code/parity-structure.ts";
import { rateMatch } from "../../../src/code/rate-matching.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { codeEncoding } from "../../../src/source/encoding.ts";
import { arbitraryAccumulator, arbitraryDualDiagonal } from "../../code/encoders/structured-code.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";
import { bothEngines } from "../../engines.ts";
import { ALL, sweep } from "../../sweep.ts";
import { expectEncoding } from "./expect-encoding.ts";

const engines = bothEngines();

describe("encoding on a device: the words of the host's encoder", () => {
  it.each([
    ["dual diagonal", arbitraryDualDiagonal],
    ["accumulator", arbitraryAccumulator],
  ])("%s, random small codes", async (_, arbitrary) => {
    for (const code of fc.sample(arbitrary, { numRuns: ALL ? 12 : 4, seed: 5 })) await expectEncoding(engines, code, 3);
  });

  it("with shortened symbols", async () => {
    const [code] = fc.sample(arbitraryDualDiagonal, { numRuns: 1, seed: 3 });
    const { k } = codeEncoder(code);
    await expectEncoding(engines, rateMatch(code, { fillers: k >> 1 }).code, 3);
  });

  it("an accumulator with more and with fewer checks than invocations, whole runs or not", async () => {
    for (const [rows, z] of sweep(
      [
        [3, 70],
        [4, 64],
        [5, 103],
        [6, 128],
      ],
      6,
    )) {
      const information = Array.from({ length: rows }, (_, r) => [r, r % 2, (17 * r) % z] as const);
      const base = accumulatorBase(rows, 2, z, information);
      const matrix = expand(base);
      const code: Code = { name: `${rows}x${z}`, description: "", source: "", matrix, base, parity: "accumulator" };
      await expectEncoding(engines, code, 3);
    }
  });

  it.each([8, 256])(
    "by a generator where there is no structure, over GF(%i), with and without a shortened symbol",
    async (q) => {
      const matrix = randomMatrix(galoisField(q), [4, 5, 3, 4], 45, 3);
      const code: Code = { name: "random", description: "", source: "", matrix };
      await expectEncoding(engines, code, 3);
      const shortened = codeEncoder(code).informationPositions.slice(1, 2);
      const shorter = { ...code, shortened };
      await expectEncoding(engines, shorter, 3);
      expect(codeEncoder(shorter).k).toBe(codeEncoder(code).k - 1);
    },
  );

  it("needs the structure that a code claims", () => {
    const [code] = fc.sample(arbitraryDualDiagonal, { numRuns: 1, seed: 1 });
    expect(() => codeEncoding({ ...code, parity: "accumulator" })).toThrow(
      /does not end in an accumulator's staircase/,
    );
    const [{ base, ...rest }] = fc.sample(arbitraryAccumulator, { numRuns: 1, seed: 1 });
    expect(() => codeEncoding({ ...rest, base, parity: "dual-diagonal" })).toThrow(
      /ones are missing from its circulants/,
    );
  });
});
