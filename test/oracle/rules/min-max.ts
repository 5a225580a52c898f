import { minMax } from "../check-node/min-max.ts";
import { levelsOf, WHOLE_BOUND } from "../message-domain.ts";
import type { SymbolOracle } from "../rule-oracle.ts";

export default {
  passes: "symbols",
  checkNode: ({ messages = "f32" }) => {
    if (messages === "int12") return minMax(WHOLE_BOUND);
    const levels = levelsOf(messages);
    return levels === undefined ? minMax() : minMax(levels - 1);
  },
} satisfies SymbolOracle;
