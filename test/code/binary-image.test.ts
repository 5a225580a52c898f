import { expect, it } from "vitest";
import { binaryImage } from "../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../src/galois/field.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { allCodewords } from "../oracle/maximum-likelihood.ts";

it.each([
  [2, 8],
  [4, 6],
  [8, 5],
])("of a code over GF(%i) has the bits of its words", (q, columns) => {
  const matrix = randomMatrix(galoisField(q), [3, 3, 3], columns, 1);
  const { p } = matrix.field;
  const bits = allCodewords(matrix).map((word) =>
    word.flatMap((symbol) => Array.from({ length: p }, (_, b) => (symbol >> b) & 1)).join(),
  );
  const image = allCodewords(binaryImage(matrix)).map((word) => word.join());
  expect(new Set(image)).toEqual(new Set(bits));
});
