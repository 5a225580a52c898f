import type { Part } from "../../../src/gpu/part.ts";
import { boundPart, LLR_BOUND } from "../../common/bound.ts";
import { decodeHalf, encodeHalf } from "./f16.ts";
import { halvesPart } from "./halves.ts";
import { nearestSteps } from "./int8.ts";
import { CHANNEL_BOUND, DIFFERENCE_BOUND, INT12_STEPS, POSTERIOR_BOUND } from "./int12-bounds.ts";
import type { Lanes } from "./lanes.ts";
import { int12Simd } from "./simd/int12.ts";

const twin: Lanes = {
  interleave: 2,
  neutral: DIFFERENCE_BOUND,
  view: (words) => new Uint16Array(words.buffer, words.byteOffset, 2 * words.length),
  decode: decodeHalf,
  encode: encodeHalf,
  difference: (posterior, message) => posterior - message,
  posterior: (value) => Math.max(-POSTERIOR_BOUND, Math.min(POSTERIOR_BOUND, value)),
  message: (value) => value,
  channel(llr) {
    const largest = Math.abs(llr) >= LLR_BOUND ? POSTERIOR_BOUND : CHANNEL_BOUND;
    return nearestSteps(llr, INT12_STEPS, largest);
  },
};

export const int12: Part<Lanes> = {
  name: "binary/formats/int12",
  wgsl: new URL("./int12.wgsl", import.meta.url),
  imports: [boundPart, halvesPart],
  f16: true,
  twin,
  simd: int12Simd,
};
