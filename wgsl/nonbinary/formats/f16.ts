import type { SymbolStorage } from "./storage.ts";

export const f16: SymbolStorage = {
  name: "nonbinary/formats/f16",
  symbolsPerWord: 2,
  interleave: 1,
  beliefs: { name: "nonbinary/posteriors/f32" },
  numbers: "f16",
};
