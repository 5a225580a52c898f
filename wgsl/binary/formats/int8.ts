import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import type { Part } from "../../../src/gpu/part.ts";
import { boundPart, LLR_BOUND } from "../../common/bound.ts";
import { bytesPart } from "./bytes.ts";
import type { Lanes } from "./lanes.ts";
import { int8Simd } from "./simd/int8.ts";

const twin: Lanes = {
  interleave: 4,
  neutral: 127,
  view: (words) => new Int8Array(words.buffer, words.byteOffset, 4 * words.length),
  decode: (element) => element,
  encode: (value) => value,
  difference: (posterior, message) => Math.max(-127, Math.min(127, posterior - message)),
  posterior: (value) => Math.max(-127, Math.min(127, value)),
  message: (value) => value,
  channel: (llr, constants) => steps(llr, constants, Math.abs(llr) >= LLR_BOUND ? 127 : constants.CLIP),
};

export const int8: Part<Lanes> = {
  name: "binary/formats/int8",
  wgsl: new URL("./int8.wgsl", import.meta.url),
  imports: [bytesPart, boundPart],
  twin,
  simd: int8Simd,
};

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** An LLR in steps, to the nearest, ties away from zero, at most `maximum`. */
export function steps(llr: number, { STEPS_PER_LLR_BITS }: KernelConstants, maximum: number): number {
  bits[0] = STEPS_PER_LLR_BITS;
  return nearestSteps(llr, float[0], maximum);
}

/** The nearest number of steps for a number of steps to an LLR of 1; no −0. */
export function nearestSteps(llr: number, stepsPerLlr: number, maximum: number): number {
  const magnitude = Math.min(Math.floor(Math.fround(Math.fround(Math.abs(llr) * stepsPerLlr) + 0.5)), maximum);
  return llr < 0 && magnitude > 0 ? -magnitude : magnitude;
}
