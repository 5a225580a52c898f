import { trellisMinMax } from "../check-node/trellis-min-max.ts";
import { levelsOf } from "../message-domain.ts";
import type { SymbolOracle } from "../rule-oracle.ts";
import { stepFormat } from "../step-formats.ts";
import { twelveBits } from "../twelve-bits.ts";

/** Scales by the most checks of a variable: 1 to 12. */
const AUTO = [1, 0.75, 0.5, 0.375, 0.3125, 0.25, 0.1875, 0.1875, 0.1875, 0.125, 0.125, 0.125];

/** The factor of a spec's scale. */
export function trellisScale(scale: unknown, variableDegree: number): number {
  return scale === "auto" ? AUTO[variableDegree - 1] : Number(scale);
}

export default {
  passes: "symbols",
  checkNode: ({ scale: given, messages = "f32" }, variableDegree) => {
    const scale = trellisScale(given, variableDegree);
    const levels = levelsOf(messages);
    // Variables scale the levels.
    if (levels !== undefined) return trellisMinMax({ scale: 1, certain: levels - 1 });
    const format = stepFormat(messages);
    if (format !== undefined) {
      return trellisMinMax({
        scale,
        round: (product) => Math.floor(product + 0.5),
        certain: format.message,
      });
    }
    return trellisMinMax({ scale, kept: twelveBits });
  },
} satisfies SymbolOracle;
