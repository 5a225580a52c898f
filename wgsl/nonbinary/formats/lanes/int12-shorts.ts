import { shortsPart } from "../../../common/arithmetic/shorts.ts";
import { int12ShortsPosteriors } from "../../posteriors/int12-shorts.ts";
import type { SymbolStorage } from "../storage.ts";

/** int12 in eight lanes of 16 bits, in which a CPU computes. */
export const int12ShortsStorage: SymbolStorage = {
  name: "nonbinary/formats/lanes/int12-shorts",
  wgsl: new URL("./int12-shorts.wgsl", import.meta.url),
  imports: [shortsPart],
  symbolsPerWord: 1,
  interleave: 2,
  beliefs: int12ShortsPosteriors,
};
