import { describe, expect, it } from "vitest";
import { galoisField } from "../../src/galois/field.ts";
import { randomNumbers } from "../simulation/random.ts";
import { basicSetTrellisMinMax } from "./check-node/basic-set.ts";
import { byEnumeration, MIN_MAX } from "./check-node/enumeration.ts";
import { minMax } from "./check-node/min-max.ts";
import { trellisMinMax } from "./check-node/trellis-min-max.ts";

/** Random values and normalised messages of a check. Messages are integers below `bound`, or real numbers without it. */
function randomCheck(q: number, degree: number, seed: number, bound?: number) {
  const random = randomNumbers(seed);
  const values = Array.from({ length: degree }, () => 1 + Math.floor(random() * (q - 1)));
  const inputs = values.map(() => {
    const message = Array.from({ length: q }, () => (bound === undefined ? random() : Math.floor(bound * random())));
    message[Math.floor(random() * q)] = 0;
    return message;
  });
  return { values, inputs, syndrome: Math.floor(random() * q) };
}

const unscaled = trellisMinMax({ scale: 1 });

describe("trellis Min-Max is Min-Max", () => {
  it.each([1, 2, 3, 5, 9])("over GF(2), degree %i: more than one deviation is never better", (degree) => {
    for (let seed = 0; seed < 20; seed++) {
      const { values, inputs, syndrome } = randomCheck(2, degree, seed, seed % 2 === 0 ? 4 : undefined);
      const expected = byEnumeration(MIN_MAX)(galoisField(2), values, inputs, syndrome);
      expect(unscaled(galoisField(2), values, inputs, syndrome)).toEqual(expected);
    }
  });

  it.each([4, 16, 64, 256])("over GF(%i), degrees 1 and 2: there is one other to deviate", (q) => {
    for (let seed = 0; seed < 6; seed++) {
      const { values, inputs, syndrome } = randomCheck(q, 1 + (seed % 2), seed, seed < 3 ? 4 : undefined);
      const expected = byEnumeration(MIN_MAX)(galoisField(q), values, inputs, syndrome);
      expect(unscaled(galoisField(q), values, inputs, syndrome)).toEqual(expected);
    }
  });

  // Over GF(4), three different deviations sum to 0 and equal deviations cancel, so two deviations are enough. Every symbol's least message
  // is on another edge, and the last edge has none of the least messages.
  it("over GF(4), to an edge that is the least of no deviation", () => {
    let two = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { values, inputs, syndrome } = withOwners(4, seed);
      const given = unscaled(galoisField(4), values, inputs, syndrome).at(-1)!;
      const exact = byEnumeration(MIN_MAX)(galoisField(4), values, inputs, syndrome).at(-1)!;
      expect(given).toEqual(exact);
      // Two deviations share the greater of their messages. Real messages are otherwise all different.
      two += Number(new Set(exact).size < 4);
    }
    expect(two, "some need two deviations").toBeGreaterThan(0);
  });
});

/** A check with q edges. Edge η − 1 has the least message of deviation η, and the last edge has no least message. */
function withOwners(q: number, seed: number) {
  const { values, syndrome } = randomCheck(q, q, seed);
  const random = randomNumbers(seed + 1000);
  const owners = Array.from({ length: q - 1 }, () => random());
  // All matrix values are 1, so the check domain equals the variables' domain. Likeliest symbols are random.
  const inputs = values.map((_, i) => {
    const likeliest = Math.floor(random() * q);
    const delta = Array.from({ length: q }, (_, eta) => (eta === 0 ? 0 : eta === i + 1 ? owners[i] : 1 + random()));
    return delta.map((_, x) => delta[x ^ likeliest]);
  });
  return { values: values.map(() => 1), inputs, syndrome };
}

describe("trellis Min-Max with at most two deviations", () => {
  it.each([8, 16])("over GF(%i): the least over all pairs of edges and deviations", (q) => {
    for (let seed = 0; seed < 5; seed++) {
      const { values, inputs, syndrome } = withOwners(q, seed);
      const others = inputs.slice(0, -1);
      const likeliest = others.map((message) => message.indexOf(0));
      const best = new Array<number>(q).fill(Number.POSITIVE_INFINITY);
      const consider = (word: readonly number[]) => {
        const sum = word.reduce((total, x) => total ^ x, syndrome);
        best[sum] = Math.min(best[sum], Math.max(...word.map((x, i) => others[i][x])));
      };
      for (const i of others.keys()) {
        for (const j of others.keys()) {
          if (j === i) continue;
          for (let x = 0; x < q; x++) {
            for (let y = 0; y < q; y++) consider(likeliest.with(i, x).with(j, y));
          }
        }
      }
      expect(unscaled(galoisField(q), values, inputs, syndrome).at(-1)).toEqual(best);
    }
  });

  it.each([
    [4, 3],
    [4, 6],
    [8, 3],
    [8, 4],
    [16, 3],
    [32, 3],
  ])("over GF(%i), degree %i: never below Min-Max, and the value of a configuration of the others", (q, degree) => {
    let above = 0;
    for (let seed = 0; seed < 8; seed++) {
      const { values, inputs, syndrome } = randomCheck(q, degree, seed, seed % 2 === 0 ? 6 : undefined);
      const given = unscaled(galoisField(q), values, inputs, syndrome);
      const exact = minMax()(galoisField(q), values, inputs, syndrome);
      given.forEach((message, i) => {
        expect(Math.min(...message)).toBe(0);
        message.forEach((value, a) => {
          expect(value).toBeGreaterThanOrEqual(exact[i][a]);
          above += Number(value > exact[i][a]);
          const is = byEnumeration({ ...MIN_MAX, among: (x, y) => (x === value ? x : y) });
          expect(is(galoisField(q), values, inputs, syndrome)[i][a]).toBe(value);
        });
      });
    }
    expect(above).toBeGreaterThan(0);
  });
});

describe("trellis Min-Max worked out by hand", () => {
  const field = galoisField(4);
  // Likeliest symbols 0, 1, 0 (sum 1). The deviations' messages are [_, 1, 2, 3].
  const inputs = [
    [0, 5, 1, 7],
    [6, 0, 8, 2],
    [0, 4, 9, 3],
  ];
  // Deltas: (0, 5, 1, 7), (0, 6, 2, 8), (0, 4, 9, 3). Least: of 1 4 by edge 2, then 5; of 2 1 by edge 0, then 2; of 3 3
  // by edge 2, then 7. Extra column: of 1 4 by {2}, or 2 and 3: 3 by {0, 2}; of 2 1 by {0}, 1 and 3 by edge 2 both; of
  // 3 3 by {2}, or 1 and 2: 4. Without edge 0: 1: 4 (least), 2: 2 (second), 3: 3. Without edge 1: 3, 1, 3. Without edge
  // 2: 1: 5 (second), 2: 1, 3: 7.
  it("with its second minima", () => {
    // out(x) = Δ(x ⊕ 1 ⊕ z).
    expect(unscaled(field, [1, 1, 1], inputs)).toEqual([
      [4, 0, 3, 2],
      [0, 3, 1, 3],
      [5, 0, 7, 1],
    ]);
  });

  it("with a syndrome", () => {
    // out(x) = Δ(x ⊕ 3 ⊕ 1 ⊕ z).
    expect(unscaled(field, [1, 1, 1], inputs, 3)).toEqual([
      [2, 3, 0, 4],
      [3, 1, 3, 0],
      [1, 7, 0, 5],
    ]);
  });

  it("one deviation before two of equal value", () => {
    // All likeliest symbols are 0. Deviation 1 has message 3 from edge 0 alone, and 3 from edges 1 and 2 by deviations 2 and 3, so edge 0
    // gets its second least message 5.
    const even = [
      [0, 3, 8, 8],
      [0, 5, 3, 8],
      [0, 9, 8, 3],
    ];
    expect(unscaled(field, [1, 1, 1], even).map((message) => message[1])).toEqual([5, 3, 3]);
  });

  it("the lower of equal edges", () => {
    // Edge 0 has the least messages of deviations 2 and 3. One edge cannot deviate twice, so deviation 1 has no pair.
    const even = [
      [0, 9, 2, 2],
      [0, 9, 2, 9],
      [0, 9, 9, 9],
    ];
    expect(unscaled(field, [1, 1, 1], even).map((message) => message[1])).toEqual([9, 9, 9]);
  });

  it("the first of equal pairs", () => {
    // Deviation 1 has message 5 from edge 4. It has message 1 from deviations 2 and 3 of edges 0 and 1, and from 4 and 5 of edges 2 and 3.
    const even = [2, 3, 4, 5, 1].map((eta) =>
      Array.from({ length: 8 }, (_, x) => (x === 0 ? 0 : x === eta ? (eta === 1 ? 5 : 1) : 9)),
    );
    expect(unscaled(galoisField(8), [1, 1, 1, 1, 1], even).map((message) => message[1])).toEqual([5, 5, 1, 1, 1]);
  });
});

it("a basic set worked out by hand", () => {
  // Likeliest symbols 0. Least messages: of 1 4 by edge 2, of 2 1 by edge 0, of 3 3 by edge 2. The set is 2 and 3, of which 1 is the sum.
  const inputs = [
    [0, 5, 1, 7],
    [0, 6, 2, 8],
    [0, 4, 9, 3],
  ];
  // To edge 0 2 has its second message 2; to edge 2 3 has 7.
  expect(basicSetTrellisMinMax((value) => value)(galoisField(4), [1, 1, 1], inputs)).toEqual([
    [0, 3, 2, 3],
    [0, 3, 1, 3],
    [0, 7, 1, 7],
  ]);
});

it("over GF(2) a basic set is Min-Max, and a second minimum may lie in the half of the first", () => {
  const inputs = [
    [0, 5],
    [3, 0],
    [0, 6],
    [0, 7],
  ];
  const [field, ones] = [galoisField(2), [1, 1, 1, 1]];
  expect(basicSetTrellisMinMax((value) => value)(field, ones, inputs)).toEqual(
    byEnumeration(MIN_MAX)(field, ones, inputs),
  );
  // The least message is 3 of edge 1, which gets 6 of edge 2 in the place of 5.
  const estimated = trellisMinMax({ scale: 1, estimated: (other) => other })(field, ones, inputs);
  expect(estimated).toEqual([
    [3, 0],
    [0, 6],
    [3, 0],
    [3, 0],
  ]);
});
