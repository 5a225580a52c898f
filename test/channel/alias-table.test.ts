import { describe, expect, it } from "vitest";
import { ALIAS_CELLS, aliasSample, aliasTable } from "../../src/channel/alias-table.ts";
import { awgnChannel, cellProbabilities } from "../../src/channel/awgn.ts";
import { philox } from "../../src/channel/philox.ts";
import { randomNumbers } from "../simulation/random.ts";
import { wordsByCell } from "./alias-words.ts";

const random = randomNumbers(3);
const DISTRIBUTIONS: Record<string, Float64Array> = {
  uniform: new Float64Array(ALIAS_CELLS).fill(1),
  random: Float64Array.from({ length: ALIAS_CELLS }, () => random() ** 8),
  "one outcome": Float64Array.from({ length: ALIAS_CELLS }, (_, i) => Number(i === 4095)),
  "two outcomes, one of them rare": Float64Array.from({ length: ALIAS_CELLS }, (_, i) => [1e-9, 0, 1][i] ?? 0),
  Gaussian: cellProbabilities(1 / 256),
};

describe.each(Object.entries(DISTRIBUTIONS))("alias table of a distribution: %s", (_, weights) => {
  it("has every outcome's probability to within 2^-32, and 2^32 words in all", () => {
    const words = wordsByCell(aliasTable(weights));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    expect(words.reduce((sum, count) => sum + count, 0)).toBe(2 ** 32);
    words.forEach((count, cell) => {
      expect(Math.abs(count - (weights[cell] / total) * 2 ** 32), `cell ${cell}`).toBeLessThanOrEqual(1);
    });
    weights.forEach((weight, cell) => {
      if (weight === 0) expect(words[cell], `cell ${cell} is impossible`).toBe(0);
    });
  });

  it("samples outcomes by the table for the first and the last word of every cell", () => {
    const table = aliasTable(weights);
    for (let cell = 0; cell < ALIAS_CELLS; cell++) {
      const stay = table[cell] >>> 12;
      const alias = table[cell] & 0xfff;
      expect(aliasSample(table, cell)).toBe(stay > 0 ? cell : alias);
      expect(aliasSample(table, (0xfffff000 | cell) >>> 0)).toBe(alias);
      // The same word as a negative number, as bit operations give it.
      expect(aliasSample(table, 0xfffff000 | cell)).toBe(alias);
    }
  });
});

it("refuses any other number of outcomes", () => {
  expect(() => aliasTable(new Float64Array(100).fill(1))).toThrow("4096");
});

it("samples of the Gaussian table have its mean and variance", () => {
  const { noise, amplitude } = awgnChannel(1);
  const words = new Uint32Array(4);
  let sum = 0;
  let squares = 0;
  let fourths = 0;
  const draws = 4 * 50_000;
  for (let i = 0; i < draws / 4; i++) {
    philox(i, 0, 0, 0, 9, 9, words);
    for (const word of words) {
      const x = (aliasSample(noise, word) - 2048) / amplitude;
      sum += x;
      squares += x ** 2;
      fourths += x ** 4;
    }
  }
  // Fixed words, so these hold for ever; five standard errors each.
  expect(Math.abs(sum / draws)).toBeLessThan(5 / Math.sqrt(draws));
  expect(Math.abs(squares / draws - 1)).toBeLessThan(5 * Math.sqrt(2 / draws));
  expect(Math.abs(fourths / draws - 3)).toBeLessThan(5 * Math.sqrt(96 / draws));
});
