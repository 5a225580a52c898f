import { extendedMinSum } from "../check-node/extended-min-sum.ts";
import { WHOLE_BOUND } from "../message-domain.ts";
import type { SymbolOracle } from "../rule-oracle.ts";

export default {
  passes: "symbols",
  checkNode({ messages = "f32", nm = 16, offset = 0.5 }) {
    if (messages !== "int12") return extendedMinSum({ kept: Number(nm), offset: Number(offset), round: Math.fround });
    return extendedMinSum({
      kept: Number(nm),
      // Whole steps of 1/8.
      offset: 8 * Number(offset),
      round: (sum) => Math.min(sum, WHOLE_BOUND),
      certain: WHOLE_BOUND,
    });
  },
} satisfies SymbolOracle;
