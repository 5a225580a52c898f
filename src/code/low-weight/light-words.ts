import { requireOptions } from "../../options.ts";
import { requireSeed } from "../../seed.ts";
import type { Code } from "../code.ts";
import { finish } from "../steps.ts";
import { logicalCode, withoutLabels } from "./logical-code.ts";
import { LightWordSearch } from "./search.ts";

/**
 * Finds the lightest words of a code on random information sets. Other words of low weight may exist.
 * @param code its matrix, and its punctured and shortened symbols. Punctured symbols have no weight.
 * @param options `stabilizers`, the checks of the other side of a CSS code, leave only words that are no sums of their rows, the logical
 * operators that `code` checks; `informationSets` to try, each with all sums of up to `sums` rows of a systematic generator matrix;
 * `seed` of the sets, 0 … 2³² − 1; words up to `above` heavier than the lightest one are listed, but none heavier than `heaviest`.
 * @returns `distance`, the weight of the lightest word; `classes`, for each weight the number of words `listed`, the mean
 * number of sets that found each, and an estimate of the words `missed`; `words`, lightest first, each with its `weight`,
 * its nonzero `positions` and their `values`, and the number of sets (`hits`) that found it. One word stands for all its
 * scalar multiples.
 * @throws InputError for a code without nonzero words, or with two words that differ only in punctured symbols, and for a seed out of range.
 * @example
 * const { distance, classes } = lightWords(code, { sums: 2, above: 0, seed: 1, informationSets: 50 });
 * [distance, classes[0].listed]; // → [4, 3]
 */
export function lightWords(
  code: Pick<Code, "matrix" | "punctured" | "shortened">,
  options: {
    readonly informationSets: number;
    readonly sums: number;
    readonly above: number;
    readonly heaviest?: number;
    readonly seed: number;
    readonly wordsMaximum?: number;
    readonly stabilizers?: Code["matrix"];
  },
): {
  readonly distance: number;
  readonly completeTo: number;
  readonly sets: number;
  readonly classes: readonly {
    readonly weight: number;
    readonly listed: number;
    readonly meanHits: number;
    readonly missed: number;
  }[];
  readonly words: readonly {
    readonly weight: number;
    readonly positions: Uint32Array;
    readonly values: Uint8Array;
    hits: number;
  }[];
} {
  requireOptions("lightWords", options, {
    ...{ informationSets: true, sums: true, above: true, heaviest: true, seed: true, wordsMaximum: true },
    stabilizers: true,
  });
  const { stabilizers, ...given } = options;
  requireSeed(options.seed);
  const searched = stabilizers === undefined ? code : logicalCode(code.matrix, stabilizers);
  const search = new LightWordSearch(searched, { ...given, labelled: stabilizers !== undefined });
  while (search.sets < options.informationSets) finish(search.nextSet());
  const found = search.result();
  return stabilizers === undefined
    ? found
    : { ...found, words: found.words.map((word) => withoutLabels(word, code.matrix.columns)) };
}
