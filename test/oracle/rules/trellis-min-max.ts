import { trellisMinMax } from "../check-node/trellis-min-max.ts";
import { levelsOf } from "../message-domain.ts";
import type { SymbolOracle } from "../rule-oracle.ts";

export default {
  passes: "symbols",
  checkNode: ({ scale, messages = "f32" }) => {
    const levels = levelsOf(messages);
    // Levels are scaled by the variables.
    if (levels !== undefined) return trellisMinMax({ scale: 1, certain: levels - 1 });
    return trellisMinMax({ scale: Number(scale), round: Math.fround });
  },
} satisfies SymbolOracle;
