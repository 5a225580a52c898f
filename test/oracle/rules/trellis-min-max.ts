import { trellisMinMax } from "../check-node/trellis-min-max.ts";
import { levelsOf } from "../message-domain.ts";
import type { SymbolOracle } from "../rule-oracle.ts";
import { stepFormat } from "../step-formats.ts";
import { twelveBits } from "../twelve-bits.ts";

export default {
  passes: "symbols",
  checkNode: ({ scale, messages = "f32" }) => {
    const levels = levelsOf(messages);
    // Variables scale the levels.
    if (levels !== undefined) return trellisMinMax({ scale: 1, certain: levels - 1 });
    const format = stepFormat(messages);
    if (format !== undefined) {
      return trellisMinMax({
        scale: Number(scale),
        round: (product) => Math.floor(product + 0.5),
        certain: format.message,
      });
    }
    return trellisMinMax({ scale: Number(scale), kept: twelveBits });
  },
} satisfies SymbolOracle;
