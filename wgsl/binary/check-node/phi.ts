import { part } from "../../../src/gpu/part.ts";

export const phiPart = part("binary/check-node/phi", new URL("./phi.wgsl", import.meta.url));

/** Largest argument and value of Φ. */
export const LARGEST_LLR = 80;
export const SMALLEST_LLR = 2 ** -100;

/** −ln tanh(x/2) for x > 0, in float64. */
function phi(x: number): number {
  return x < 0.5 ? -Math.log(Math.tanh(x / 2)) : Math.log1p(2 / Math.expm1(x));
}

/** Φ of a magnitude that was brought within its bounds. */
export function phiOfMagnitude(t: number): number {
  return phi(magnitudeOf(t));
}

/** Twin of `magnitude_of`. */
export function magnitudeOf(t: number): number {
  return Math.min(Math.max(Math.abs(t), SMALLEST_LLR), LARGEST_LLR);
}

/** Twin of `phi_of_sum`. */
export function phiOfSum(sum: number): number {
  return phi(Math.min(Math.max(sum, 1e-36), LARGEST_LLR));
}
