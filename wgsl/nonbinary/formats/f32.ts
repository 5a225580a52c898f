import { f32Posteriors } from "../posteriors/f32.ts";
import { oneFramePart } from "./one-frame.ts";
import type { SymbolStorage } from "./storage.ts";

export const f32: SymbolStorage = {
  name: "nonbinary/formats/f32",
  wgsl: new URL("./f32.wgsl", import.meta.url),
  imports: [oneFramePart],
  symbolsPerWord: 1,
  interleave: 1,
  beliefs: f32Posteriors,
};
