import type { CheckNodeOracle } from "./check-node/check-domain.ts";
import { extendedMinSum } from "./check-node/extended-min-sum.ts";
import { minMax } from "./check-node/min-max.ts";
import { sumProduct } from "./check-node/sum-product.ts";
import { trellisMinMax } from "./check-node/trellis-min-max.ts";

/** Oracles of the rules with the paper's mapping, their options as they are if left out; a test holds the names equal. */
export const checkNodeOracles: Readonly<Record<string, CheckNodeOracle>> = {
  "min-max": minMax(),
};

/** Options of a decoder spec. */
type Options = Readonly<Record<string, string | number>>;

/**
 * Oracles by the options of a decoder spec, of rules that are in the table of the family and of those that are to come.
 * Numbers are rounded to f32 where a rule computes new ones.
 */
export const comingOracles: Readonly<Record<string, (options: Options) => CheckNodeOracle>> = {
  "min-max": ({ messages = "f32" }) => {
    const levels = /^levels(\d+)$/.exec(String(messages));
    return levels === null ? minMax() : minMax(Number(levels[1]));
  },
  qspa: ({ bound = 16 }) => sumProduct(Math.exp(-Number(bound))),
  ems: ({ nm = 16, offset = 0.5 }) => extendedMinSum({ kept: Number(nm), offset: Number(offset), round: Math.fround }),
  "trellis-min-max": ({ scale }) => trellisMinMax({ scale: Number(scale), round: Math.fround }),
};
