import { int12Posteriors } from "../../posteriors/index.ts";
import type { SymbolStorage } from "../storage.ts";

export const bf16Pairs: SymbolStorage = {
  name: "nonbinary/formats/lanes/bf16-pairs",
  symbolsPerWord: 1,
  interleave: 2,
  beliefs: int12Posteriors,
};
