import type { Part } from "../../../src/gpu/part.ts";
import { roundHalfPart } from "../../common/round-half.ts";
import { halvesPart } from "./halves.ts";
import type { Lanes } from "./lanes.ts";

const word = new Uint32Array(1);
const number = new Float32Array(word.buffer);

const twin: Lanes = {
  interleave: 2,
  neutral: Math.fround(3e38),
  view: (words) => new Uint16Array(words.buffer, words.byteOffset, 2 * words.length),
  decode(half) {
    // No subnormals: `round` makes none.
    if ((half & 0x7fff) === 0) return half === 0 ? 0 : -0;
    word[0] = (((half & 0x8000) << 16) | (((half & 0x7fff) << 13) + 0x38000000)) >>> 0;
    return number[0];
  },
  encode(value) {
    number[0] = value;
    const sign = (word[0] >>> 16) & 0x8000;
    return value === 0 ? sign : sign | (((word[0] & 0x7fffffff) - 0x38000000) >>> 13);
  },
  difference: (posterior, message) => Math.fround(posterior - message),
  posterior: round,
  message: round,
  channel: (llr) => (llr === 0 ? 0 : round(llr)),
};

export const f16: Part<Lanes> = {
  name: "binary/formats/f16",
  wgsl: new URL("./f16.wgsl", import.meta.url),
  imports: [roundHalfPart, halvesPart],
  twin,
};

/** Twin of `round_half`. */
function round(value: number): number {
  number[0] = Math.max(-32768, Math.min(32768, value));
  if (Math.abs(number[0]) < 2 ** -14) return 0;
  word[0] = (word[0] + 0xfff + ((word[0] >>> 13) & 1)) & 0xffffe000;
  return number[0];
}
