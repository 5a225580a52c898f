import type { SymbolStorage } from "./storage.ts";

export const bf16: SymbolStorage = {
  name: "nonbinary/formats/bf16",
  symbolsPerWord: 2,
  interleave: 1,
  beliefs: { name: "nonbinary/posteriors/f32" },
  numbers: "bf16",
};
