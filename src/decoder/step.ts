import { InputError } from "../errors.ts";
import type { KernelConstants } from "../gpu/kernel.ts";

/**
 * The constant of kernels that count LLRs in steps.
 * @throws InputError for a step that is no power of two: LLRs in steps are then exact on every device.
 */
export function stepConstant(step: number): KernelConstants {
  if (!Number.isInteger(Math.log2(step))) throw new InputError(`step=${step} is not a power of two`);
  return { STEPS_PER_LLR_BITS: bitsOf(1 / step) };
}

/** A positive number cut or rounded up to so many significant bits, whichever is nearer. */
export function withSignificantBits(value: number, bits: number): number {
  const unit = 2 ** (Math.floor(Math.log2(value)) + 1 - bits);
  return Math.round(value / unit) * unit;
}

/** Bits of an f32 number: constants of kernels are integers. */
export function bitsOf(value: number): number {
  return new Uint32Array(Float32Array.of(value).buffer)[0];
}
