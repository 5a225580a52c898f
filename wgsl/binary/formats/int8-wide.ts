import type { Part } from "../../../src/gpu/part.ts";
import { steps } from "./int8.ts";
import type { Lanes } from "./lanes.ts";

const twin: Lanes = {
  interleave: 4,
  neutral: 0x7fffffff,
  view: (words) => new Int8Array(words.buffer, words.byteOffset, 4 * words.length),
  decode: (element) => element,
  encode: (value) => value,
  difference: (posterior, message) => Math.fround(posterior - message),
  posterior: (value, { ACCUMULATOR_CLIP: bound }) => Math.max(-bound, Math.min(bound, value)),
  message: (value) => value,
  channel: (llr, constants) => steps(llr, constants, 127),
};

export const int8Wide: Part<Lanes> = {
  name: "binary/formats/int8-wide",
  wgsl: new URL("./int8-wide.wgsl", import.meta.url),
  imports: [],
  twin,
};
