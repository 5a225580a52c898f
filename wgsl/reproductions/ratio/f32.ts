import type { Part } from "../../../src/gpu/part.ts";
import type { RatioFormat, RatioWords } from "./formats.ts";

const bits = new Uint32Array(1);
const number = new Float32Array(bits.buffer);

function f32Magnitude(message: number): number {
  bits[0] = message & 0x3fffffff;
  return number[0];
}

const F32: RatioWords = {
  interleave: 1,
  sign: 0x80000000,
  decision: 0x40000000,
  view: (words) => words,
  magnitude: f32Magnitude,
  ratio(message) {
    const magnitude = f32Magnitude(message);
    const a = message >>> 31 === 1 ? -magnitude : magnitude;
    return Math.fround(Math.fround(1 + a) / Math.fround(1 - a));
  },
  messageOf(magnitude) {
    number[0] = Math.min(Math.max(magnitude, 2 ** -24), 1 - 2 ** -20);
    return bits[0];
  },
};

export const ratioF32: Part<RatioFormat> = {
  name: "reproductions/ratio/f32",
  wgsl: new URL("./f32.wgsl", import.meta.url),
  imports: [],
  twin: () => F32,
};
