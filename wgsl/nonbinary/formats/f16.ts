import { f16 as lanes } from "../../binary/formats/f16.ts";
import type { SymbolStorage } from "./storage.ts";

/** Twin of wgsl/nonbinary/formats/f16.wgsl. */
export const f16: SymbolStorage = {
  symbolsPerWord: 2,
  view: (words) => new Uint16Array(words.buffer, words.byteOffset, 2 * words.length),
  decode: lanes.decode,
  encode: lanes.encode,
  rounded: lanes.message,
};
