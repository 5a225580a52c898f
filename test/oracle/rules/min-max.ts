import { minMax } from "../check-node/min-max.ts";
import { levelsOf } from "../message-domain.ts";
import type { SymbolOracle } from "../rule-oracle.ts";

export default {
  passes: "symbols",
  checkNode: ({ messages = "f32" }) => {
    const levels = levelsOf(messages);
    return levels === undefined ? minMax() : minMax(levels - 1);
  },
} satisfies SymbolOracle;
