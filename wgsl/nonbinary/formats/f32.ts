import type { Part } from "../../../src/gpu/part.ts";
import { oneFramePart } from "./one-frame.ts";
import type { SymbolStorage } from "./storage.ts";

const twin: SymbolStorage = {
  symbolsPerWord: 1,
  interleave: 1,
  view: (words) => new Float32Array(words.buffer, words.byteOffset, words.length),
  decode: (element) => element,
  encode: (value) => value,
  rounded: Math.fround,
};

export const f32: Part<SymbolStorage> = {
  name: "nonbinary/formats/f32",
  wgsl: new URL("./f32.wgsl", import.meta.url),
  imports: [oneFramePart],
  twin,
};

/** How layered decoders store posteriors beside messages: in full, or in the words of several frames as the messages. */
export function posteriorStorage(messages: SymbolStorage): SymbolStorage {
  return messages.interleave > 1 ? messages : twin;
}
