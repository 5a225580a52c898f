import type { Part } from "../../../src/gpu/part.ts";
import type { Lanes } from "./lanes.ts";
import { f32Simd } from "./simd/f32.ts";

const twin: Lanes = {
  interleave: 1,
  neutral: Math.fround(3e38),
  view: (words) => new Float32Array(words.buffer, words.byteOffset, words.length),
  decode: (element) => element,
  encode: (value) => value,
  difference: (posterior, message) => Math.fround(posterior - message),
  posterior: Math.fround,
  message: Math.fround,
  channel: (llr) => (llr === 0 ? 0 : llr),
};

export const f32: Part<Lanes> = {
  name: "binary/formats/f32",
  wgsl: new URL("./f32.wgsl", import.meta.url),
  imports: [],
  twin,
  simd: f32Simd,
};
