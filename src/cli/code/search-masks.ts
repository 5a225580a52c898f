import {
  assessMask,
  type MaskResult,
  type MaskSearchOptions,
  type MaskSearchProgress,
  type SearchRound,
  searchMasks,
  type WeightCount,
} from "../../code/construct/mask-search.ts";
import { maskText } from "../../code/construct/recipe.ts";
import { galoisField } from "../../galois/field.ts";
import { defaultPolynomial } from "../../galois/primitive.ts";
import { formatRate } from "../../report/format.ts";
import { formatTable } from "../../report/table.ts";
import { defineCommand, flag, inGroup, number, parsed, SEED } from "../command-line/option.ts";
import { UsageError } from "../command-line/parse.ts";
import { CODE_FILE_OPTIONS } from "../options/code.ts";
import { print, printJson } from "../output.ts";
import { maskOption, rangeOption } from "./construct.ts";

/** Eb/N0 in dB for the comparison of masks. Poor masks show their error floor at it. */
const EB_N0 = 3;

/**
 * Two rounds: a short search selects masks for a long one. With the defaults the 14,400 masks of the (620,310) code take about two minutes
 * on one core.
 */
function roundsOf(informationSets: number, weightMaximum: number): SearchRound[] {
  return [
    { masks: 100, informationSets: Math.min(60, informationSets), weightMaximum: Math.min(20, weightMaximum) },
    { masks: 10, informationSets, weightMaximum },
  ];
}

type Range = readonly [first: number, last: number];
export default defineCommand({
  options: {
    ...inGroup("Code", {
      q: number({ example: "32", whole: 4, maximum: 256, default: 32 }, "field size, a power of 2"),
      polynomial: CODE_FILE_OPTIONS.polynomial,
      rows: parsed(
        { placeholder: "RANGE", example: "0-9", default: [0, 9] as Range, defaultText: "0-9" },
        "rows of the base matrix",
        rangeOption,
      ),
      columns: parsed(
        { placeholder: "RANGE", example: "10-29", default: [10, 29] as Range, defaultText: "10-29" },
        "columns of the base matrix",
        rangeOption,
      ),
      weight: number({ example: "3", whole: 1, maximum: 255, default: 3 }, "ones in each row of each circulant"),
    }),
    ...inGroup("Comparison", {
      compare: parsed(
        { placeholder: "MASK", example: "0,2,3|0,1,6" },
        "mask to list beside the best masks",
        maskOption,
      ),
    }),
    ...inGroup("Stopping", {
      sets: number(
        { example: "2000", whole: 1, default: 2000 },
        "random information sets for each of the ten best masks",
      ),
      heaviest: number({ example: "24", whole: 1, default: 24 }, "largest weight of the words to look for, in symbols"),
      seed: number({ ...SEED, default: 1 }, "seed of the search for words"),
    }),
    ...inGroup("Output", {
      show: number({ example: "10", whole: 1, default: 10 }, "number of masks to print"),
      json: flag("print JSON instead of a table"),
      quiet: flag("show no progress on stderr"),
    }),
  },
  run(options) {
    const { q, weight, show, sets, heaviest, compare } = options;
    if (weight >= q)
      throw new UsageError(`--weight ${weight}: a circulant over GF(${q}) has at most ${q - 1} ones in a row`);
    const field = galoisField(q, options.polynomial ?? defaultPolynomial(q));
    const rounds = roundsOf(sets, heaviest);
    const { rows, columns, seed } = options;
    const search: MaskSearchOptions = { rows, columns, weight, ebN0: EB_N0, seed, rounds };
    const compared = compare === undefined ? [] : [assessMask(field, search, rounds[0], compare)];
    const best = searchMasks(field, search, options.quiet ? undefined : progressLines()).slice(0, show);
    const results = [...best, ...compared];
    if (options.json) printJson("code search-masks 1", { masks: results });
    else
      print(
        formatTable(HEADERS, results.map(cells), { align: HEADERS.map(() => "left"), width: process.stdout.columns }),
      );
  },
});

const HEADERS = ["mask", "girth", "shortest cycles", "bound at 3 dB", "words by symbol weight", "words by bit weight"];

/** Number of weights of a spectrum in the table. JSON has all weights. */
const WEIGHTS_SHOWN = 4;

function cells({ mask, girth, shortestCycles, bound, words, bitWeights }: MaskResult): string[] {
  const cycles = String(shortestCycles);
  return [maskText(mask), String(girth), cycles, formatRate(bound), spectrum(words), spectrum(bitWeights)];
}

/** `14: 2, 20: 1`. */
function spectrum(counts: readonly WeightCount[]): string {
  if (counts.length === 0) return "none found";
  const shown = counts.slice(0, WEIGHTS_SHOWN).map(([weight, count]) => `${weight}: ${count}`);
  return shown.join(", ") + (counts.length > WEIGHTS_SHOWN ? ", …" : "");
}

/** One line per stage and per tenth of it. */
function progressLines(): (progress: MaskSearchProgress) => void {
  let last = "";
  return ({ stage, done, total }) => {
    const line = `${stage}: ${10 * Math.floor((10 * done) / total)} % of ${total} masks`;
    if (line === last) return;
    last = line;
    process.stderr.write(`${line}\n`);
  };
}
