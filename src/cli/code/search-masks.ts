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
import { defineCommand, flag, number, parsed, SEED } from "../command-line/option.ts";
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
    q: number({
      group: "Code",
      describe: "field size, a power of 2",
      example: "32",
      whole: 4,
      maximum: 256,
      default: 32,
    }),
    polynomial: { ...CODE_FILE_OPTIONS.polynomial, group: "Code" },
    rows: parsed(
      {
        group: "Code",
        placeholder: "RANGE",
        describe: "rows of the base matrix",
        example: "0-9",
        default: [0, 9] as Range,
        defaultText: "0-9",
      },
      rangeOption,
    ),
    columns: parsed(
      {
        group: "Code",
        placeholder: "RANGE",
        describe: "columns of the base matrix",
        example: "10-29",
        default: [10, 29] as Range,
        defaultText: "10-29",
      },
      rangeOption,
    ),
    weight: number({
      group: "Code",
      describe: "ones in each row of each circulant",
      example: "3",
      whole: 1,
      maximum: 255,
      default: 3,
    }),
    compare: parsed(
      {
        group: "Comparison",
        placeholder: "MASK",
        describe: "mask to list beside the best masks",
        example: "0,2,3|0,1,6",
      },
      maskOption,
    ),
    sets: number({
      group: "Stopping",
      describe: "random information sets for each of the ten best masks",
      example: "2000",
      whole: 1,
      default: 2000,
    }),
    heaviest: number({
      group: "Stopping",
      describe: "largest weight of the words to look for, in symbols",
      example: "24",
      whole: 1,
      default: 24,
    }),
    seed: number({
      ...SEED,
      group: "Stopping",
      describe: "seed of the search for words",
      default: 1,
    }),
    show: number({
      group: "Output",
      describe: "number of masks to print",
      example: "10",
      whole: 1,
      default: 10,
    }),
    json: flag({ group: "Output", describe: "print JSON instead of a table" }),
    quiet: flag({ group: "Output", describe: "show no progress on stderr" }),
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
