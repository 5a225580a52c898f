import type { Part } from "../../../src/gpu/part.ts";
import { halvesPart } from "./halves.ts";
import type { Lanes } from "./lanes.ts";
import { f16Simd } from "./simd/f16.ts";

const word = new Uint32Array(1);
const number = new Float32Array(word.buffer);

const twin: Lanes = {
  interleave: 2,
  neutral: Math.fround(3e38),
  view: (words) => new Uint16Array(words.buffer, words.byteOffset, 2 * words.length),
  decode: decodeHalf,
  encode: encodeHalf,
  difference: (posterior, message) => Math.fround(posterior - message),
  posterior: round,
  message: round,
  channel: (llr) => (llr === 0 ? 0 : round(llr)),
};

/** Its twin rounds to nearest even; devices may round otherwise, within a unit of the last place. */
export const f16: Part<Lanes> = {
  name: "binary/formats/f16",
  wgsl: new URL("./f16.wgsl", import.meta.url),
  imports: [halvesPart],
  twin,
  simd: f16Simd,
};

/** The number of a half that is 0 or no subnormal. */
export function decodeHalf(half: number): number {
  if ((half & 0x7fff) === 0) return half === 0 ? 0 : -0;
  word[0] = (((half & 0x8000) << 16) | (((half & 0x7fff) << 13) + 0x38000000)) >>> 0;
  return number[0];
}

/** The half of a number that has one: 0, −0 or no subnormal. */
export function encodeHalf(value: number): number {
  number[0] = value;
  const sign = (word[0] >>> 16) & 0x8000;
  return value === 0 ? sign : sign | (((word[0] & 0x7fffffff) - 0x38000000) >>> 13);
}

/** The nearest half, ties to even, at most 2¹⁵; below 2⁻¹⁴ zero: no subnormals. */
function round(value: number): number {
  number[0] = Math.max(-32768, Math.min(32768, value));
  if (Math.abs(number[0]) < 2 ** -14) return 0;
  word[0] = (word[0] + 0xfff + ((word[0] >>> 13) & 1)) & 0xffffe000;
  return number[0];
}
