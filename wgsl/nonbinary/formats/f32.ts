import type { SymbolStorage } from "./storage.ts";

/** Twin of wgsl/nonbinary/formats/f32.wgsl. */
export const f32: SymbolStorage = {
  symbolsPerWord: 1,
  view: (words) => new Float32Array(words.buffer, words.byteOffset, words.length),
  decode: (element) => element,
  encode: (value) => value,
  rounded: Math.fround,
};
