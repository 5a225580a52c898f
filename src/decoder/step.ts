import { InputError } from "../errors.ts";
import type { KernelConstants } from "../gpu/kernel.ts";

/** The constant of kernels that count LLRs in steps. A step is a power of two, so that LLRs in steps are exact on every device. */
export function stepConstant(step: number): KernelConstants {
  if (!Number.isInteger(Math.log2(step))) throw new InputError(`step=${step} is not a power of two`);
  return { STEPS_PER_LLR_BITS: bitsOf(1 / step) };
}

/**
 * Significant bits of a scale in floating point. Kernels keep the same number of bits of a magnitude, so products are
 * exact.
 */
const SCALE_BITS = 12;

/** The nearest scale, of either sign, that kernels in floating point compute with. */
export function floatScale(scale: number): number {
  if (scale === 0) return 0;
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(scale))) + 1 - SCALE_BITS);
  return Math.round(scale / unit) * unit;
}

/** A scale of 1 as kernels in whole steps count it. */
export const SCALE_ONE = 256;

/** The nearest scale that kernels in whole steps compute with: a multiple of 1/256. */
export function wholeScale(scale: number): number {
  return Math.round(SCALE_ONE * scale) / SCALE_ONE;
}

/** The number of a part of a sum that a number format computes with (`portion` of wgsl/binary/formats): as a scale. */
export function portionIn(messages: unknown, factor: number): number {
  return isFloat(messages) ? floatScale(factor) : wholeScale(factor);
}

/** A part of a sum as the kernels of a number format read it: the bits of an f32 number, or a signed number of 256ths. */
export function portionBits(messages: unknown, factor: number): number {
  return isFloat(messages) ? bitsOf(floatScale(factor)) : (SCALE_ONE * wholeScale(factor)) >>> 0;
}

function isFloat(messages: unknown): boolean {
  return messages === "f32" || messages === "f16" || messages === "bf16";
}

/**
 * The largest channel value in steps, apart from certainty, beside messages of this largest value: one and a half times as large, so that the
 * messages of two checks outvote a wrong one. A limit at one message loses FER (nb620-gf32 in levels16 at 2.5 dB, 1,000 frames: 67 wrong, with
 * this limit 56 as without any), and of twice as large values, that no two checks outvote, most frames with LLRs times 1,000 fail.
 */
export function receivedMaximum(message: number): number {
  return Math.max(1, Math.floor(1.5 * message));
}

const FLOAT = new Float32Array(1);
const BITS = new Uint32Array(FLOAT.buffer);

/** Bits of an f32 number: constants of kernels are integers. */
export function bitsOf(value: number): number {
  FLOAT[0] = value;
  return BITS[0];
}
