import { describe, expect, it } from "vitest";
import { ALIAS_CELLS, aliasSample, aliasTable } from "../../src/channel/alias-table.ts";
import { awgnChannel, noiseWords } from "../../src/channel/awgn.ts";
import { philox } from "../../src/channel/random/philox.ts";
import { randomNumbers } from "../simulation/random.ts";
import { wordsByCell } from "./alias-words.ts";

const random = randomNumbers(3);
const fill = (count: (cell: number) => number) => Float64Array.from({ length: ALIAS_CELLS }, (_, cell) => count(cell));
const uneven = fill((cell) => (cell === 7 ? 0 : Math.floor(random() ** 8 * 2 ** 23)));
uneven[7] = 2 ** 32 - uneven.reduce((sum, count) => sum + count, 0);
/** Numbers of random words of each outcome. */
const DISTRIBUTIONS: Record<string, Float64Array> = {
  uniform: fill(() => 2 ** 20),
  uneven,
  "one outcome": fill((cell) => (cell === 4095 ? 2 ** 32 : 0)),
  "two outcomes, one of them rare": fill((cell) => [3, 0, 2 ** 32 - 3][cell] ?? 0),
  Gaussian: noiseWords(1 / 256),
};

describe.each(Object.entries(DISTRIBUTIONS))("alias table of a distribution: %s", (_, wanted) => {
  it("gives every outcome its words", () => {
    expect(wordsByCell(aliasTable(wanted))).toEqual([...wanted]);
  });

  it("samples outcomes by the table for the first and the last word of every cell", () => {
    const table = aliasTable(wanted);
    for (let cell = 0; cell < ALIAS_CELLS; cell++) {
      const stay = table[cell] >>> 12;
      const alias = table[cell] & 0xfff;
      expect(aliasSample(table, cell)).toBe(stay > 0 ? cell : alias);
      expect(aliasSample(table, (0xfffff000 | cell) >>> 0)).toBe(alias);
      // Bit operations give the same word as a negative number.
      expect(aliasSample(table, 0xfffff000 | cell)).toBe(alias);
    }
  });
});

it.each([
  ["another number of outcomes", new Float64Array(16).fill(2 ** 28)],
  ["another sum", fill(() => 2 ** 20 + 1)],
  ["parts of words", fill((cell) => 2 ** 20 + (cell < 2 ? cell - 0.5 : 0))],
  ["negative numbers", fill((cell) => 2 ** 20 + (cell < 2 ? (2 * cell - 1) * 2 ** 21 : 0))],
])("refuses %s", (_, words) => {
  expect(() => aliasTable(words)).toThrow("4096 numbers of words that sum to 2^32");
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
  // The words are fixed, so the result is too. Five standard errors each.
  expect(Math.abs(sum / draws)).toBeLessThan(5 / Math.sqrt(draws));
  expect(Math.abs(squares / draws - 1)).toBeLessThan(5 * Math.sqrt(2 / draws));
  expect(Math.abs(fourths / draws - 3)).toBeLessThan(5 * Math.sqrt(96 / draws));
});
