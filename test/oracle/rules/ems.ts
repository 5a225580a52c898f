import { extendedMinSum } from "../check-node/extended-min-sum.ts";
import type { SymbolOracle } from "../rule-oracle.ts";

export default {
  passes: "symbols",
  checkNode: ({ nm = 16, offset = 0.5 }) =>
    extendedMinSum({ kept: Number(nm), offset: Number(offset), round: Math.fround }),
} satisfies SymbolOracle;
