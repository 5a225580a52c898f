import type { SymbolStorage } from "./storage.ts";

export const int12: SymbolStorage = {
  name: "nonbinary/formats/int12",
  wgsl: new URL("./int12.wgsl", import.meta.url),
  imports: [],
  f16: true,
  symbolsPerWord: 1,
  interleave: 2,
};
