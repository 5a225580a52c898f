import { describe, expect, it } from "vitest";
import { type GaloisField, galoisField, multiply } from "../../src/galois/field.ts";
import { randomNumbers } from "../simulation/random.ts";
import { CERTAIN, type CheckNodeOracle } from "./check-node/check-domain.ts";
import { byEnumeration, MIN_MAX, MIN_SUM, SUM_PRODUCT } from "./check-node/enumeration.ts";
import { extendedMinSum } from "./check-node/extended-min-sum.ts";
import { minMax } from "./check-node/min-max.ts";
import { sumProduct } from "./check-node/sum-product.ts";

interface Check {
  readonly field: GaloisField;
  readonly values: number[];
  readonly inputs: number[][];
  readonly syndrome: number;
}

const DEGREES = [
  [2, 1],
  [2, 7],
  [4, 1],
  [4, 2],
  [4, 5],
  [8, 4],
  [16, 3],
  [64, 3],
  [256, 2],
];

/** Random checks of each field and degree, with syndrome 0 and with other syndromes. */
const CHECKS = DEGREES.flatMap(([q, degree]) =>
  [...new Set([0, 1, q - 1])].map((syndrome) => ({ q, degree, syndrome, check: randomCheck(q, degree, syndrome) })),
);

/** Messages below 64. */
function randomCheck(q: number, degree: number, syndrome: number): Check {
  const random = randomNumbers(q + degree + syndrome);
  const values = Array.from({ length: degree }, () => 1 + Math.floor(random() * (q - 1)));
  return {
    field: galoisField(q),
    values,
    inputs: values.map(() => Array.from({ length: q }, () => 64 * random())),
    syndrome,
  };
}

const apply = (oracle: CheckNodeOracle, { field, values, inputs, syndrome }: Check) =>
  oracle(field, values, inputs, syndrome);

describe("enumeration", () => {
  it("follows configurations worked out by hand", () => {
    // GF(4) and a = 2b + 3c, with 2·(1, 2, 3) = (2, 3, 1) and 3·(1, 2, 3) = (3, 1, 2).
    const b = [0, 5, 7, 9];
    const c = [4, 0, 8, 6];
    // Messages of the (b, c) of a = 0: (0,0) 0 4, (1,3) 5 6, (2,1) 7 0, (3,2) 9 8; of a = 1: (0,2) 0 8, (1,1) 5 0, (2,3) 7 6,
    // (3,0) 9 4; of a = 2: (0,3) 0 6, (1,0) 5 4, (2,2) 7 8, (3,1) 9 0; of a = 3: (0,1) 0 0, (1,2) 5 8, (2,0) 7 4, (3,3) 9 6.
    const toA = [MIN_MAX, MIN_SUM, SUM_PRODUCT].map(
      (rule) => byEnumeration(rule)(galoisField(4), [1, 2, 3], [[0, 0, 0, 0], b, c])[0],
    );
    expect(toA).toEqual([
      [4, 5, 5, 0],
      [4, 5, 6, 0],
      [30 + 72, 42 + 36, 20 + 56, 40 + 28 + 54],
    ]);
  });

  it("a syndrome is one variable more, whose symbol is known", () => {
    for (const [rule, known, others] of [
      [MIN_MAX, 0, CERTAIN],
      [MIN_SUM, 0, Number.POSITIVE_INFINITY],
      [SUM_PRODUCT, 1, 0],
    ] as const) {
      const { field, values, inputs } = randomCheck(8, 3, 0);
      const message = Array.from({ length: 8 }, (_, a) => (a === 5 ? known : others));
      const more = byEnumeration(rule)(field, [...values, 3], [...inputs, message]);
      const syndrome = multiply(field, 3, 5);
      expect(byEnumeration(rule)(field, values, inputs, syndrome)).toEqual(more.slice(0, 3));
    }
  });

  it("a check of degree 1 forces its symbol", () => {
    // 2·a = 3 over GF(4): a = 2.
    expect(byEnumeration(MIN_MAX)(galoisField(4), [2], [[1, 2, 3, 4]], 3)).toEqual([[CERTAIN, CERTAIN, 0, CERTAIN]]);
    expect(byEnumeration(SUM_PRODUCT)(galoisField(4), [2], [[1, 2, 3, 4]], 3)).toEqual([[0, 0, 1, 0]]);
  });
});

describe.each(CHECKS)("GF($q), degree $degree, syndrome $syndrome", ({ q, degree, check }) => {
  it("Min-Max is that by enumeration", () => {
    expect(apply(minMax(), check)).toEqual(apply(byEnumeration(MIN_MAX), check));
  });

  it("Min-Max of levels is that by enumeration", () => {
    const levels = { ...check, inputs: check.inputs.map((message) => message.map((value) => Math.floor(value / 4))) };
    const expected = apply(byEnumeration({ ...MIN_MAX, impossible: 16 }), levels);
    expect(apply(minMax(16), levels)).toEqual(expected);
  });

  it("sum-product is that by enumeration", () => {
    const probabilities = {
      ...check,
      inputs: check.inputs.map((message) => {
        const sum = message.reduce((one, other) => one + other);
        return message.map((value) => value / sum);
      }),
    };
    const expected = apply(byEnumeration(SUM_PRODUCT), probabilities);
    const given = apply(sumProduct(), probabilities);
    for (const [i, message] of given.entries()) {
      expect(message.reduce((one, other) => one + other)).toBeCloseTo(1, 12);
      message.forEach((value, a) => {
        expect(Math.abs(value - expected[i][a])).toBeLessThanOrEqual(1e-12 * expected[i][a]);
      });
    }
    const floored = given.map((message) => message.map((value) => (value < 0.2 ? 0.2 : value)));
    expect(apply(sumProduct(0.2), probabilities)).toEqual(floored);
  });

  it("EMS that keeps all symbols is min-sum by enumeration", () => {
    const all = extendedMinSum({ kept: q, offset: 0 });
    expectNear(apply(all, check), apply(byEnumeration(MIN_SUM), check));
  });

  it("EMS keeps the least values of min-sum: what is truncated before could not have been among them", () => {
    const exact = apply(byEnumeration(MIN_SUM), check);
    for (const kept of [1, q / 2, Math.ceil(q / 3)]) {
      const expected = exact.map((message) => {
        if (degree === 1) return message;
        const last = [...message].sort((x, y) => x - y)[kept - 1];
        return message.map((value) => (value <= last ? value : last + 0.5));
      });
      expectNear(apply(extendedMinSum({ kept, offset: 0.5 }), check), expected);
    }
  });
});

function expectNear(given: readonly number[][], expected: readonly number[][]): void {
  expect(given.map((message) => message.length)).toEqual(expected.map((message) => message.length));
  for (const [i, message] of expected.entries()) {
    message.forEach((value, a) => {
      expect(given[i][a]).toBeCloseTo(value, 9);
    });
  }
}
