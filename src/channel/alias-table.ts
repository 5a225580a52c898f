import { sum } from "../sum.ts";

/** Number of outcomes of a table; a random word's low 12 bits pick one of them. */
export const ALIAS_CELLS = 4096;
const INDEX_BITS = 12;
/** Every cell's share of the 2^32 random words. */
const SHARE = 2 ** (32 - INDEX_BITS);

/**
 * Alias table (Walker 1977, Vose 1991) for integer sampling: `aliasSample(table, word)` maps a uniform 32-bit word to an
 * outcome 0 … 4095. Probabilities are whole numbers of words, so that every device samples the very same distribution
 * with integer operations.
 *
 * Layout: the upper 20 bits of entry i hold the number of words of cell i, 0 … 2^20 − 1, whose outcome is i, and its
 * lower 12 bits hold the alias, the outcome of the others. (A cell with one outcome is its own alias.)
 * @param outcomeWords for each of the 4096 outcomes, the number of the 2^32 words that give it.
 * @throws RangeError if the numbers are not 4096 non-negative integers of sum 2^32.
 */
export function aliasTable(outcomeWords: Float64Array): Uint32Array {
  const whole = outcomeWords.every((count) => Number.isInteger(count) && count >= 0);
  if (!whole || outcomeWords.length !== ALIAS_CELLS || sum(outcomeWords) !== 2 ** 32) {
    throw new RangeError(`an alias table needs ${ALIAS_CELLS} numbers of words that sum to 2^32`);
  }
  const words = outcomeWords.slice();
  const table = new Uint32Array(ALIAS_CELLS);
  const poor: number[] = [];
  const rich: number[] = [];
  for (let i = 0; i < ALIAS_CELLS; i++) (words[i] < SHARE ? poor : rich).push(i);
  while (poor.length > 0) {
    const i = poor.pop()!;
    const donor = rich[rich.length - 1];
    table[i] = ((words[i] << INDEX_BITS) | donor) >>> 0;
    words[donor] -= SHARE - words[i];
    if (words[donor] < SHARE) poor.push(rich.pop()!);
  }
  for (const i of rich) table[i] = i;
  return table;
}

/** The outcome of a random word, as wgsl/channel/alias-sample. */
export function aliasSample(table: Uint32Array, word: number): number {
  const index = word & (ALIAS_CELLS - 1);
  const entry = table[index];
  return word >>> INDEX_BITS < entry >>> INDEX_BITS ? index : entry & (ALIAS_CELLS - 1);
}

/** For each of the 4096 outcomes of an alias table, the number of the 2^32 words that give it. */
export function aliasWords(table: Uint32Array): Float64Array {
  const words = new Float64Array(ALIAS_CELLS);
  table.subarray(0, ALIAS_CELLS).forEach((entry, i) => {
    words[i] += entry >>> INDEX_BITS;
    words[entry & (ALIAS_CELLS - 1)] += SHARE - (entry >>> INDEX_BITS);
  });
  return words;
}
