import type { SymbolStorage } from "../storage.ts";

export const bf16Pairs: SymbolStorage = {
  name: "nonbinary/formats/lanes/bf16-pairs",
  symbolsPerWord: 1,
  interleave: 2,
  beliefs: { name: "nonbinary/posteriors/int12" },
  numbers: "bf16",
};
