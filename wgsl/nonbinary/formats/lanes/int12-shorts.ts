import type { SymbolStorage } from "../storage.ts";

/** int12 in eight lanes of 16 bits, in which a CPU computes. */
export const int12ShortsStorage: SymbolStorage = {
  name: "nonbinary/formats/lanes/int12-shorts",
  symbolsPerWord: 1,
  interleave: 2,
  beliefs: { name: "nonbinary/posteriors/int12-shorts" },
  numbers: "shorts",
};
