import { int12ShortsStorage } from "./lanes/int12-shorts.ts";
import type { SymbolStorage } from "./storage.ts";

export const int12: SymbolStorage = {
  name: "nonbinary/formats/int12",
  symbolsPerWord: 1,
  interleave: 2,
  beliefs: { name: "nonbinary/posteriors/int12" },
  numbers: "units",
  steps: { perLlr: 8, message: 511, channel: 511, certain: 1536, input: 1536, sum: 2047 },
  onCpu: int12ShortsStorage,
};
