import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { galoisField, multiply } from "../../src/galois/field.ts";
import { addScaled, dot, productTable, scale } from "../../src/galois/vector.ts";

const vectors = fc.integer({ min: 1, max: 8 }).chain((p) => {
  const element = fc.integer({ min: 0, max: 2 ** p - 1 });
  return fc.record({
    field: fc.constant(galoisField(2 ** p)),
    pairs: fc.array(fc.tuple(element, element), { minLength: 1, maxLength: 40 }),
    factor: element,
  });
});

describe("vector helpers do what the scalar operations do", () => {
  test("addScaled", () => {
    fc.assert(
      fc.property(vectors, fc.nat(40), fc.nat(40), ({ field, pairs, factor }, i, j) => {
        const [first, end] = [Math.min(i, j), Math.min(Math.max(i, j), pairs.length)];
        const target = Uint8Array.from(pairs, ([a]) => a);
        const source = Uint8Array.from(pairs, ([, b]) => b);
        addScaled(field, target, source, factor, first, end);
        const expected = pairs.map(([a, b], n) => (n >= first && n < end ? a ^ multiply(field, factor, b) : a));
        expect([...target]).toEqual(expected);
        expect([...source]).toEqual(pairs.map(([, b]) => b));
      }),
    );
  });

  test("scale", () => {
    fc.assert(
      fc.property(vectors, ({ field, pairs, factor }) => {
        const vector = Uint8Array.from(pairs, ([a]) => a);
        scale(field, vector, factor);
        expect([...vector]).toEqual(pairs.map(([a]) => multiply(field, factor, a)));
      }),
    );
  });

  test("dot", () => {
    fc.assert(
      fc.property(vectors, ({ field, pairs }) => {
        const [a, b] = [pairs.map(([x]) => x), Uint32Array.from(pairs, ([, y]) => y)];
        expect(dot(field, a, b)).toBe(pairs.reduce((sum, [x, y]) => sum ^ multiply(field, x, y), 0));
      }),
    );
  });

  test("productTable", () => {
    const field = galoisField(32);
    const table = productTable(field);
    for (let a = 0; a < 32; a++) {
      for (let b = 0; b < 32; b++) expect(table[32 * a + b]).toBe(multiply(field, a, b));
    }
  });

  test("fields of one size but different polynomials have their own tables", () => {
    const other = galoisField(32, 0x3d);
    expect(productTable(other)).not.toEqual(productTable(galoisField(32)));
  });
});
