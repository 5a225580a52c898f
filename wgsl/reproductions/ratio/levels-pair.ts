import type { Part } from "../../../src/gpu/part.ts";
import type { RatioFormat } from "./formats.ts";
import { levelMessages } from "./levels.ts";

export const ratioLevelsPair: Part<RatioFormat> = {
  name: "reproductions/ratio/levels-pair",
  wgsl: new URL("./levels-pair.wgsl", import.meta.url),
  imports: [],
  twin: ({ LEVELS }) => ({
    ...levelMessages(LEVELS),
    interleave: 2,
    sign: 0x8000,
    decision: 0x4000,
    view: (words) => lanesOfTwo(words),
  }),
};

function lanesOfTwo(words: Uint32Array): Uint16Array {
  return new Uint16Array(words.buffer, words.byteOffset, 2 * words.length);
}
