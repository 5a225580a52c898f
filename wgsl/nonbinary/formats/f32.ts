import type { SymbolStorage } from "./storage.ts";

export const f32: SymbolStorage = {
  name: "nonbinary/formats/f32",
  symbolsPerWord: 1,
  interleave: 1,
  beliefs: { name: "nonbinary/posteriors/f32" },
  numbers: "f32",
};
