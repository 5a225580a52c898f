import { describe, expect, it } from "vitest";
import type { Code } from "../../../src/code/code.ts";
import { constructCode } from "../../../src/code/construct/recipe.ts";
import { LightWordSearch, lightWords } from "../../../src/code/low-weight.ts";
import { finish } from "../../../src/code/steps.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { allCodewords } from "../../oracle/maximum-likelihood.ts";
import { binaryMatrix } from "../binary-matrix.ts";

type Sent = Pick<Code, "matrix" | "punctured" | "shortened">;

function peg(q: number, n: number): Sent {
  const degrees: [number, number] = q === 2 ? [3, 6] : [2, 4];
  const recipe = { family: "peg", name: "c", q, polynomial: galoisField(q).polynomial, n, degrees } as const;
  return { matrix: constructCode({ ...recipe, labels: "random", seed: 3, attempts: 1 }).matrix };
}

const CODES: Record<string, Sent> = {
  "GF(2)": peg(2, 22),
  "GF(2), two words of 32 bits": peg(2, 24),
  "GF(4)": peg(4, 12),
  "GF(8)": peg(8, 8),
  "GF(2), punctured": { ...peg(2, 22), punctured: Uint32Array.of(0, 7) },
  "GF(2), shortened": { ...peg(2, 22), shortened: Uint32Array.of(1, 2, 9) },
  "GF(4), punctured and shortened": { ...peg(4, 12), punctured: Uint32Array.of(11), shortened: Uint32Array.of(0) },
};

/** All nonzero words of a code that are zero at its shortened symbols, with their weights over the sent symbols. */
function allWords({ matrix, punctured = new Uint32Array(), shortened = new Uint32Array() }: Sent) {
  return allCodewords(matrix)
    .filter((word) => word.some((symbol) => symbol !== 0) && [...shortened].every((n) => word[n] === 0))
    .map((word) => ({ word, weight: word.filter((symbol, n) => symbol !== 0 && !punctured.includes(n)).length }));
}

function counts(weights: readonly number[], multiples: number, limit: number): (readonly [number, number])[] {
  return [...new Set(weights)]
    .filter((weight) => weight <= limit)
    .sort((a, b) => a - b)
    .map((weight) => [weight, weights.filter((each) => each === weight).length / multiples]);
}

describe.each(Object.entries(CODES))("code %s", (_, code) => {
  const { q } = code.matrix.field;
  const all = allWords(code);
  const weights = all.map(({ weight }) => weight);
  const distance = Math.min(...weights);
  const expected = counts(weights, q - 1, distance + 2);
  const options = { sums: 2, above: 2, seed: 5 };

  it("has its words found on random information sets", () => {
    const found = lightWords(code, { ...options, informationSets: 150 });
    expect(found.distance).toBe(distance);
    expect(found.classes.map(({ weight, listed }) => [weight, listed])).toEqual(expected);
    const texts = new Set(all.map(({ word }) => word.join()));
    for (const { positions, values } of found.words) {
      const word = new Array<number>(code.matrix.columns).fill(0);
      positions.forEach((position, i) => {
        word[position] = values[i];
      });
      expect(texts.has(word.join())).toBe(true);
    }
    expect(found.completeTo).toBe(0);
  });

  it("has the words proved complete, also words that the sets missed", () => {
    const search = new LightWordSearch(code, { ...options, sums: 1 });
    finish(search.nextSet());
    const plan = search.planProof(1e6)!;
    finish(search.prove(plan));
    const { classes, completeTo } = search.result();
    expect(completeTo).toBeGreaterThanOrEqual(distance);
    const listed = classes.filter(({ weight }) => weight <= completeTo).map(({ weight, listed }) => [weight, listed]);
    expect(listed).toEqual(counts(weights, q - 1, Math.min(completeTo, distance + 2)));
  });

  it("is searched alike in one run and in two", () => {
    const before = lightWords(code, { ...options, informationSets: 7 });
    const search = new LightWordSearch(code, options, before);
    while (search.sets < 20) finish(search.nextSet());
    expect(search.result()).toEqual(lightWords(code, { ...options, informationSets: 20 }));
  });
});

describe("a search", () => {
  const code = CODES["GF(2)"];
  const options = { sums: 3, above: 4, seed: 1 };

  it("estimates the words that it has missed", () => {
    // With 22 symbols, about a third of them in an information set, single rows find few of the words.
    const all = allWords(code).filter(({ weight }) => weight <= 8).length;
    const search = new LightWordSearch(code, { sums: 1, above: 22, heaviest: 8, seed: 2 });
    while (search.sets < 12) finish(search.nextSet());
    const { words } = search.result();
    expect(words.length).toBeLessThan(all);
    expect(search.missed).toBeGreaterThan(0.3 * (all - words.length));
    expect(search.missed).toBeLessThan(3 * (all - words.length));
  });

  it("is refused for codes without a distance", () => {
    const full = { matrix: binaryMatrix(2, [[0], [1]]) };
    expect(() => new LightWordSearch(full, options)).toThrow(/no word but zero/);
    const pairs = [
      [0, 1],
      [2, 3],
    ];
    const repeated = { matrix: binaryMatrix(4, pairs), punctured: Uint32Array.of(2, 3) };
    expect(() => lightWords(repeated, { ...options, informationSets: 1 })).toThrow(/differ in punctured symbols alone/);
    expect(() => new LightWordSearch({ ...repeated, punctured: Uint32Array.of(0, 1, 2, 3) }, options)).toThrow(
      /sends no symbols/,
    );
  });

  it("plans no proof that takes too many sums", () => {
    const search = new LightWordSearch(code, options);
    // As no word is known yet, all words are enumerated.
    expect(search.planProof(1e9)!.completeTo).toBe(Number.POSITIVE_INFINITY);
    finish(search.nextSet());
    const plan = search.planProof(1e9)!;
    expect(search.planProof(plan.sums)).toBeDefined();
    expect(search.planProof(3)).toBeUndefined();
  });
});
