import { minMax } from "../check-node/min-max.ts";
import { levelsOf } from "../message-domain.ts";
import type { SymbolOracle } from "../rule-oracle.ts";
import { stepFormat } from "../step-formats.ts";

export default {
  passes: "symbols",
  checkNode: ({ messages = "f32" }) => {
    const levels = levelsOf(messages);
    return minMax(levels === undefined ? stepFormat(messages)?.message : levels - 1);
  },
} satisfies SymbolOracle;
