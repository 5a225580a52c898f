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

/** Bits of an f32 number: constants of kernels are integers. */
export function bitsOf(value: number): number {
  return new Uint32Array(Float32Array.of(value).buffer)[0];
}
