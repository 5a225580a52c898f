import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/errors.ts";
import { divide, galoisField, inverse, multiply, powerOfAlpha } from "../../src/galois/field.ts";
import { defaultPolynomial, isIrreducible, primitivePolynomials } from "../../src/galois/primitive.ts";
import { addScaled, dot, productTable, scale } from "../../src/galois/vector.ts";

/** Schoolbook multiplication without tables: shift and add, then reduce. */
function carrylessProduct(a: number, b: number, polynomial: number, p: number): number {
  let product = 0;
  for (let i = 0; i < p; i++) if ((b >> i) & 1) product ^= a << i;
  for (let i = 2 * p; i >= p; i--) if ((product >> i) & 1) product ^= polynomial << (i - p);
  return product;
}

const irreducible = (p: number) => Array.from({ length: 2 ** p }, (_, i) => 2 ** p + i).filter(isIrreducible);

const everyField = Array.from({ length: 8 }, (_, i) => i + 1).flatMap((p) =>
  irreducible(p).map((polynomial) => ({ p, q: 2 ** p, polynomial, hex: polynomial.toString(16) })),
);

test("irreducible polynomials are as many of each degree as Gauss's formula says", () => {
  expect(Array.from({ length: 8 }, (_, i) => irreducible(i + 1).length)).toEqual([1, 1, 2, 3, 6, 9, 18, 30]);
  for (let p = 1; p <= 8; p++) expect(irreducible(p)).toEqual(expect.arrayContaining(primitivePolynomials(p)));
});

describe("primitive polynomials", () => {
  test("there are φ(2^p − 1)/p of each degree", () => {
    const counts = Array.from({ length: 8 }, (_, i) => primitivePolynomials(i + 1).length);
    expect(counts).toEqual([1, 1, 2, 2, 6, 6, 18, 16]);
  });

  test("the default ones are among them", () => {
    for (let p = 1; p <= 8; p++) expect(primitivePolynomials(p)).toContain(defaultPolynomial(2 ** p));
  });
});

describe.each(everyField)("GF($q) with 0x$hex", ({ p, q, polynomial }) => {
  const field = galoisField(q, polynomial);

  test("all products are those of polynomials modulo the irreducible one", () => {
    const wrong: (readonly number[])[] = [];
    for (let a = 0; a < q; a++) {
      for (let b = 0; b < q; b++) {
        if (multiply(field, a, b) !== carrylessProduct(a, b, polynomial, p)) wrong.push([a, b]);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("the powers of α run through every nonzero element", () => {
    expect(new Set(field.exp).size).toBe(q - 1);
    for (let i = 0; i < 2 * (q - 1); i++) expect(field.exp[i]).toBe(powerOfAlpha(field, i));
    for (let a = 1; a < q; a++) expect(field.exp[field.log[a]]).toBe(a);
    expect(powerOfAlpha(field, -1)).toBe(inverse(field, powerOfAlpha(field, 1)));
  });

  test("division undoes multiplication, and zero has no inverse", () => {
    const wrong: (readonly number[])[] = [];
    for (let a = 0; a < q; a++) {
      for (let b = 1; b < q; b++) {
        if (divide(field, multiply(field, a, b), b) !== a) wrong.push([a, b]);
      }
    }
    expect(wrong).toEqual([]);
    expect(() => divide(field, 1, 0)).toThrow(InputError);
  });

  test("products associate and distribute over sums", () => {
    // All triples of fields up to GF(16), and a third of a million triples of larger fields.
    const step = q <= 16 ? 1 : q <= 64 ? 3 : 7;
    const wrong: (readonly number[])[] = [];
    for (let a = 0; a < q; a += step) {
      for (let b = 0; b < q; b += step) {
        for (let c = 0; c < q; c += step) {
          const associates = multiply(field, multiply(field, a, b), c) === multiply(field, a, multiply(field, b, c));
          const distributes = multiply(field, a, b ^ c) === (multiply(field, a, b) ^ multiply(field, a, c));
          if (!associates || !distributes) wrong.push([a, b, c]);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("fields that are refused", () => {
  test.each([
    [
      16,
      0x15,
      /0x15 is a product over GF\(2\) and makes no field: is it that of the file\? For GF\(16\) the usual one is 0x13/,
    ],
    [8, 0xc, /0xC is a product/],
    [2, 0x2, /0x2 is a product/],
    [32, 0x13, /0x13 does not have degree 5/],
    [4, 0x25, /0x25 does not have degree 2/],
    [4, 7.5, /7.5 does not have degree 2/],
    [4, Number.NaN, /not|degree/],
  ])("GF(%i) with polynomial %d", (q, polynomial, reason) => {
    expect(() => galoisField(q, polynomial)).toThrow(InputError);
    expect(() => galoisField(q, polynomial)).toThrow(reason);
  });

  test.each([0, 1, 3, 6, 31, 512, -2, 2.5, Number.NaN])("field size %d", (q) => {
    expect(() => galoisField(q)).toThrow(/power of two from 2 to 256/);
  });
});

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

  test("scale and dot", () => {
    fc.assert(
      fc.property(vectors, ({ field, pairs, factor }) => {
        const [a, b] = [Uint8Array.from(pairs, ([x]) => x), Uint32Array.from(pairs, ([, y]) => y)];
        expect(dot(field, a, b)).toBe(pairs.reduce((sum, [x, y]) => sum ^ multiply(field, x, y), 0));
        scale(field, a, factor);
        expect([...a]).toEqual(pairs.map(([x]) => multiply(field, factor, x)));
      }),
    );
  });

  test("fields of one size but different polynomials have their own tables", () => {
    const other = galoisField(32, 0x3d);
    expect(productTable(other)).not.toEqual(productTable(galoisField(32)));
  });
});
