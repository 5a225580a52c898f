import { roundHalfPart } from "../../common/arithmetic/round-half.ts";
import { f32Posteriors } from "../posteriors/f32.ts";
import { oneFramePart } from "./one-frame.ts";
import type { SymbolStorage } from "./storage.ts";

export const f16: SymbolStorage = {
  name: "nonbinary/formats/f16",
  wgsl: new URL("./f16.wgsl", import.meta.url),
  imports: [roundHalfPart, oneFramePart],
  symbolsPerWord: 2,
  interleave: 1,
  beliefs: f32Posteriors,
};
