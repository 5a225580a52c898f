import type { Part } from "../../../src/gpu/part.ts";
import { oneFramePart } from "./one-frame.ts";
import type { SymbolStorage } from "./storage.ts";

const word = new Uint32Array(1);
const number = new Float32Array(word.buffer);

const twin: SymbolStorage = {
  symbolsPerWord: 2,
  interleave: 1,
  view: (words) => new Uint16Array(words.buffer, words.byteOffset, 2 * words.length),
  decode(element) {
    word[0] = element << 16;
    return number[0];
  },
  encode(value) {
    number[0] = value;
    return word[0] >>> 16;
  },
  rounded(value) {
    number[0] = value;
    word[0] = (word[0] + 0x7fff + ((word[0] >>> 16) & 1)) & 0xffff0000;
    return number[0];
  },
};

export const bf16: Part<SymbolStorage> = {
  name: "nonbinary/formats/bf16",
  wgsl: new URL("./bf16.wgsl", import.meta.url),
  imports: [oneFramePart],
  twin,
};
