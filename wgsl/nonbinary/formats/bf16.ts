import { f32Posteriors } from "../posteriors/f32.ts";
import { oneFramePart } from "./one-frame.ts";
import type { SymbolStorage } from "./storage.ts";

export const bf16: SymbolStorage = {
  name: "nonbinary/formats/bf16",
  wgsl: new URL("./bf16.wgsl", import.meta.url),
  imports: [oneFramePart],
  symbolsPerWord: 2,
  interleave: 1,
  beliefs: f32Posteriors,
};
