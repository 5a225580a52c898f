import { basicSetTrellisMinMax } from "../check-node/basic-set.ts";
import type { SymbolOracle } from "../rule-oracle.ts";
import { twelveBits } from "../twelve-bits.ts";

export default {
  passes: "symbols",
  checkNode: ({ scale }) => basicSetTrellisMinMax((value) => Number(scale) * twelveBits(value)),
} satisfies SymbolOracle;
