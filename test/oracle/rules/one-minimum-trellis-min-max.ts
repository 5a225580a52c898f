import { trellisMinMax } from "../check-node/trellis-min-max.ts";
import type { SymbolOracle } from "../rule-oracle.ts";
import { stepFormat } from "../step-formats.ts";
import { nearestOfTwelveBits, twelveBits } from "../twelve-bits.ts";

export default {
  passes: "symbols",
  checkNode: ({ scale, second, messages = "f32" }) => {
    const format = stepFormat(messages);
    const factor = Number(scale) * Number(second);
    if (format === undefined) {
      const rounded = nearestOfTwelveBits(factor);
      return trellisMinMax({
        scale: Number(scale),
        kept: twelveBits,
        estimated: (other) => rounded * twelveBits(other),
      });
    }
    const round = (product: number) => Math.floor(product + 0.5);
    const rounded = Math.round(256 * factor) / 256;
    return trellisMinMax({
      scale: Number(scale),
      round,
      certain: format.message,
      estimated: (other) => round(rounded * other),
    });
  },
} satisfies SymbolOracle;
