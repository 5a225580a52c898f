import { extendedMinSum } from "../check-node/extended-min-sum.ts";
import type { SymbolOracle } from "../rule-oracle.ts";
import { stepFormat } from "../step-formats.ts";

export default {
  passes: "symbols",
  checkNode({ messages = "f32", nm = 16, offset = 0.5 }) {
    const format = stepFormat(messages);
    if (format === undefined) return extendedMinSum({ kept: Number(nm), offset: Number(offset), round: Math.fround });
    return extendedMinSum({
      kept: Number(nm),
      offset: format.perLlr * Number(offset),
      round: (sum) => Math.min(sum, format.message),
      certain: format.message,
    });
  },
} satisfies SymbolOracle;
