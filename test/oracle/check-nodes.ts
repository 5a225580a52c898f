import type { CheckNodeOracle } from "./check-node/check-domain.ts";
import { extendedMinSum } from "./check-node/extended-min-sum.ts";
import { minMax } from "./check-node/min-max.ts";
import { sumProduct } from "./check-node/sum-product.ts";
import { trellisMinMax } from "./check-node/trellis-min-max.ts";

/** Options of a decoder spec. */
type Options = Readonly<Record<string, string | number>>;

/**
 * Oracles of the rules over GF(q) that pass messages, by the options of a decoder spec; a test holds the names equal to the
 * family's. Numbers are rounded to f32 where a rule computes new ones.
 */
export const checkNodeOracles: Readonly<Record<string, (options: Options) => CheckNodeOracle>> = {
  "min-max": ({ messages = "f32" }) => {
    const levels = levelsOf(messages);
    return levels === undefined ? minMax() : minMax(levels - 1);
  },
  qspa: ({ bound = 16 }) => sumProduct(Math.exp(-Number(bound))),
  ems: ({ nm = 16, offset = 0.5 }) => extendedMinSum({ kept: Number(nm), offset: Number(offset), round: Math.fround }),
  "trellis-min-max": ({ scale, messages = "f32" }) => {
    const levels = levelsOf(messages);
    // Levels are scaled by the variables.
    if (levels !== undefined) return trellisMinMax({ scale: 1, certain: levels - 1 });
    return trellisMinMax({ scale: Number(scale), round: Math.fround });
  },
};

function levelsOf(messages: string | number): number | undefined {
  const levels = /^levels(\d+)$/.exec(String(messages))?.[1];
  return levels === undefined ? undefined : Number(levels);
}
