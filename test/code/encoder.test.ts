import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dispersionCode } from "../../src/code/construct/dispersion.ts";
import { rank } from "../../src/code/elimination/elimination.ts";
import { encode, type SystematicEncoder, syndrome, systematicEncoder } from "../../src/code/encoder.ts";
import { type ParityCheckMatrix, parityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { galoisField, multiply } from "../../src/galois/field.ts";
import { smallMatrices } from "./small-matrices.ts";

/** Number of words with zero syndrome, by trying all q^N words. It is q^k for every rank. */
function codeSize(matrix: ParityCheckMatrix): number {
  const { q } = matrix.field;
  let size = 0;
  const word = new Uint8Array(matrix.columns);
  for (let index = 0; index < q ** matrix.columns; index++) {
    for (let n = 0, rest = index; n < word.length; n++, rest = Math.floor(rest / q)) word[n] = rest % q;
    const fails = Array.from({ length: matrix.rows }, (_, m) =>
      rowEntries(matrix, m).reduce((sum, [column, value]) => sum ^ multiply(matrix.field, value, word[column]), 0),
    );
    if (fails.every((s) => s === 0)) size++;
  }
  return size;
}

function randomWords(encoder: SystematicEncoder): fc.Arbitrary<Uint32Array> {
  const symbol = fc.integer({ min: 0, max: encoder.field.q - 1 });
  return fc
    .array(symbol, { minLength: encoder.k, maxLength: encoder.k })
    .map((information) => Uint32Array.from(information));
}

describe("systematic encoder", () => {
  test("its words satisfy every check and carry the information, for any field and rank", () => {
    fc.assert(
      fc.property(
        smallMatrices({ rows: 8, columns: 12 }).chain((matrix) =>
          fc.tuple(fc.constant(matrix), randomWords(systematicEncoder(matrix))),
        ),
        ([matrix, information]) => {
          const encoder = systematicEncoder(matrix);
          const word = encode(encoder, information);
          expect(syndrome(matrix, word)).toEqual(new Uint8Array(matrix.rows));
          expect(encoder.informationPositions.map((position) => word[position])).toEqual(information);
          const positions = [...encoder.informationPositions, ...encoder.parityPositions].sort((a, b) => a - b);
          expect(positions).toEqual(Array.from({ length: matrix.columns }, (_, i) => i));
          expect(encoder.k + encoder.rank).toBe(matrix.columns);
        },
      ),
    );
  });

  test.each([
    [1, 12],
    [2, 6],
    [3, 4],
  ])("k is the true one: GF(2^%i) codes have q^k words", (p, columns) => {
    fc.assert(
      fc.property(smallMatrices({ p, rows: 6, columns }), (matrix) => {
        const { k, rank: encoderRank } = systematicEncoder(matrix);
        expect(codeSize(matrix)).toBe(matrix.field.q ** k);
        expect(encoderRank).toBe(rank(matrix));
      }),
      { numRuns: 30 },
    );
  });

  test("information comes first as far as the code allows", () => {
    const field = galoisField(4);
    const matrix = parityCheckMatrix(field, 5, [
      [
        [0, 1],
        [3, 2],
        [4, 1],
      ],
      [
        [1, 3],
        [2, 1],
        [3, 2],
        [4, 1],
      ],
    ]);
    // Columns 3 and 4 are multiples of each other, so 3 cannot be parity beside 4.
    const encoder = systematicEncoder(matrix);
    expect([...encoder.informationPositions]).toEqual([0, 1, 3]);
    expect([...encoder.parityPositions]).toEqual([2, 4]);
  });

  test("dependent rows are dropped: the (837,726) code has 124 checks of rank 111", () => {
    const matrix = dispersionCode(galoisField(32), { rows: [0, 3], columns: [4, 30] });
    const encoder = systematicEncoder(matrix);
    expect([matrix.rows, encoder.rank, encoder.k]).toEqual([124, 111, 726]);
    const information = Uint32Array.from({ length: 726 }, (_, i) => (7 * i + 3) % 32);
    const word = encode(encoder, information);
    expect(syndrome(matrix, word).every((s) => s === 0)).toBe(true);
    // A wrong symbol makes the check fail.
    word[5] ^= 1;
    expect(syndrome(matrix, word).filter((s) => s !== 0).length).toBe(4);
  });

  test("wrong information is refused", () => {
    const encoder = systematicEncoder(dispersionCode(galoisField(4), { rows: [0, 0], columns: [1, 2] }));
    expect(() => encode(encoder, [])).toThrow(/0 information symbols given: the code takes 3/);
    expect(() => encode(encoder, [0, 4, 0])).toThrow(/information symbol 1 is 4: it must be in 0 … 3/);
  });
});
