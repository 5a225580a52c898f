import { sumProduct } from "../check-node/sum-product.ts";
import type { SymbolOracle } from "../rule-oracle.ts";

export default {
  passes: "symbols",
  checkNode: ({ bound = 16 }) => sumProduct(Math.exp(-Number(bound))),
} satisfies SymbolOracle;
