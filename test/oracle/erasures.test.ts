import { describe, expect, it } from "vitest";
import { codeEncoder } from "../../src/code/encoder.ts";
import { parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../src/galois/field.ts";
import { codeOf } from "../code-of.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { randomNumbers } from "../simulation/random.ts";
import { peeled, undetermined } from "./erasures.ts";

describe("oracles of erasures", () => {
  // Two checks on the same three symbols, two of them erased: peeling is stuck, elimination is not.
  it("tell peeling from maximum likelihood", () => {
    const rows = [1, 2].map(
      (scale) =>
        [
          [0, 1],
          [1, scale],
          [2, 1],
        ] as [number, number][],
    );
    const matrix = parityCheckMatrix(galoisField(4), 3, rows);
    expect(peeled(matrix, [true, true, false])).toEqual([true, true, false]);
    expect(undetermined(matrix, [true, true, false])).toEqual([false, false, false]);
    expect(peeled(matrix, [false, true, false])).toEqual([false, false, false]);
    expect(undetermined(matrix, [true, false, true])).toEqual([true, false, true]);
  });

  it.each([2, 4, 8])("leave the symbols in which consistent codewords over GF(%i) differ", (q) => {
    const matrix = randomMatrix(galoisField(q), [3, 3, 4], 6, q);
    const { k, encode } = codeEncoder(codeOf(matrix));
    const count = Math.min(q ** k, 600);
    const words = Array.from({ length: count }, (_, i) => [
      ...encode(Array.from({ length: k }, (__, j) => Math.floor(i / q ** j) % q)),
    ]);
    expect(count).toBe(q ** k);
    const random = randomNumbers(q);
    for (let round = 0; round < 40; round++) {
      const erased = Array.from({ length: matrix.columns }, () => random() < 0.5);
      const sent = words[Math.floor(random() * count)];
      const consistent = words.filter((word) => word.every((symbol, i) => erased[i] || symbol === sent[i]));
      const differ = sent.map((symbol, i) => consistent.some((word) => word[i] !== symbol));
      const found = undetermined(matrix, erased);
      expect(found).toEqual(differ);
      // Peeling resolves only symbols that the received symbols determine.
      const left = peeled(matrix, erased);
      expect(found.some((isOpen, i) => isOpen && !left[i])).toBe(false);
    }
  });
});
