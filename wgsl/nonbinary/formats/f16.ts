import type { Part } from "../../../src/gpu/part.ts";
import { f16 as binaryF16 } from "../../binary/formats/f16.ts";
import { roundHalfPart } from "../../common/round-half.ts";
import { oneFramePart } from "./one-frame.ts";
import type { SymbolStorage } from "./storage.ts";

const lanes = binaryF16.twin;

const twin: SymbolStorage = {
  symbolsPerWord: 2,
  interleave: 1,
  view: (words) => new Uint16Array(words.buffer, words.byteOffset, 2 * words.length),
  decode: lanes.decode,
  encode: lanes.encode,
  rounded: lanes.message,
};

export const f16: Part<SymbolStorage> = {
  name: "nonbinary/formats/f16",
  wgsl: new URL("./f16.wgsl", import.meta.url),
  imports: [roundHalfPart, oneFramePart],
  twin,
};
