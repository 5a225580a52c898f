import type { CommandModule } from "yargs";
import {
  assessMask,
  type MaskResult,
  type MaskSearchOptions,
  type MaskSearchProgress,
  type SearchRound,
  searchMasks,
  type WeightCount,
} from "../code/construct/mask-search.ts";
import { maskText } from "../code/construct/recipe.ts";
import { galoisField } from "../galois/field.ts";
import { defaultPolynomial } from "../galois/primitive.ts";
import { formatRate } from "../report/format.ts";
import { formatTable } from "../report/table.ts";
import { integerOption, maskOption, rangeOption } from "./construct-options.ts";
import { print, printJson } from "./output.ts";
import { parsePolynomial } from "./polynomial.ts";

interface Arguments {
  q: string;
  polynomial?: string;
  rows: string;
  columns: string;
  weight: string;
  compare?: string;
  sets: string;
  heaviest: string;
  seed: string;
  show: string;
  json: boolean;
  quiet: boolean;
}

/** Eb/N0 in dB at which masks are compared: where the error floor of a poor mask shows. */
const EB_N0 = 3;

/**
 * Two rounds: a short search to find the masks worth a long one. With the defaults the 14,400 masks of the (620,310)
 * code take about two minutes on one core.
 */
function roundsOf(informationSets: number, weightMaximum: number): SearchRound[] {
  return [
    { masks: 100, informationSets: Math.min(60, informationSets), weightMaximum: Math.min(20, weightMaximum) },
    { masks: 10, informationSets, weightMaximum },
  ];
}

const command: CommandModule<object, Arguments> = {
  command: "search-masks",
  describe: "find the mask of circulants whose dispersion code has the fewest low-weight words",
  builder: (yargs) => {
    const text = { type: "string", requiresArg: true } as const;
    return yargs
      .option("q", { ...text, default: "32", describe: "field size" })
      .option("polynomial", { ...text, describe: "primitive polynomial, the usual one of GF(q) if left out" })
      .option("rows", { ...text, default: "0-9", describe: "rows of the base matrix" })
      .option("columns", { ...text, default: "10-29", describe: "columns of the base matrix" })
      .option("weight", { ...text, default: "3", describe: "ones in each row of each circulant" })
      .option("compare", { ...text, describe: 'a mask to put beside the best, for example "0,2,3|0,1,6"' })
      .option("sets", { ...text, default: "2000", describe: "random information sets for each of the ten best masks" })
      .option("heaviest", { ...text, default: "24", describe: "heaviest words to look for, in symbols" })
      .option("seed", { ...text, default: "1", describe: "seed of the word search" })
      .option("show", { ...text, default: "10", describe: "how many masks to print" })
      .option("json", { type: "boolean", default: false, describe: "print JSON" })
      .option("quiet", { type: "boolean", default: false, describe: "no progress on standard error" });
  },
  handler(options) {
    const q = integerOption("q", options.q, 4, 256);
    const field = galoisField(
      q,
      options.polynomial === undefined ? defaultPolynomial(q) : parsePolynomial(options.polynomial),
    );
    const show = integerOption("show", options.show, 1);
    const rounds = roundsOf(integerOption("sets", options.sets, 1), integerOption("heaviest", options.heaviest, 1));
    const search: MaskSearchOptions = {
      rows: rangeOption("rows", options.rows),
      columns: rangeOption("columns", options.columns),
      weight: integerOption("weight", options.weight, 1, q - 1),
      ebN0: EB_N0,
      seed: integerOption("seed", options.seed, 0, 2 ** 32 - 1),
      rounds,
    };
    const compared =
      options.compare === undefined
        ? []
        : [assessMask(field, search, rounds[0], maskOption("compare", options.compare))];
    const best = searchMasks(field, search, options.quiet ? undefined : progressLines()).slice(0, show);
    const results = [...best, ...compared];
    if (options.json) printJson(results);
    else print(formatTable(HEADERS, results.map(cells), { align: HEADERS.map(() => "left") }));
  },
};

export default command;

const HEADERS = ["mask", "girth", "shortest cycles", "bound at 3 dB", "words by symbol weight", "words by bit weight"];

/** How many weights of a spectrum the table shows; JSON has them all. */
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
