import { int12Posteriors } from "../../posteriors/int12.ts";
import type { SymbolStorage } from "../storage.ts";
import { symbolNumbersPart } from "./numbers.ts";

export const bf16Pairs: SymbolStorage = {
  name: "nonbinary/formats/lanes/bf16-pairs",
  wgsl: new URL("./bf16-pairs.wgsl", import.meta.url),
  imports: [symbolNumbersPart],
  symbolsPerWord: 1,
  interleave: 2,
  beliefs: int12Posteriors,
};
