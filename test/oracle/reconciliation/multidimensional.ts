import { awgnMoments } from "../../../src/channel/normal-approximation.ts";
import { rotatedLlrScale } from "../../../src/reconciliation/core/ends.ts";
import { OCTONION, octonionNegative } from "../../../wgsl/reconciliation/octonion.ts";

// Multidimensional reconciliation in float64 (src/reconciliation/core/values.ts says what it is): the reference of the kernels
// block-rotation and rotated-llr, and the capacity of the channel of bits that they make.

/** A published rotation: α, of length 8 and norm 1, and ‖y‖. */
export interface Rotation {
  readonly alpha: Float64Array;
  readonly norm: number;
}

/**
 * The rotation that takes eight values to the point of the sphere of eight bits: α = s·ȳ/‖y‖ in octonions.
 * @param values y, eight numbers.
 * @param bits u, eight of 0 and 1.
 * @returns all zero if y is zero.
 */
export function rotationOf(values: ArrayLike<number>, bits: ArrayLike<number>): Rotation {
  const norm = Math.hypot(...Array.from(values));
  const alpha = new Float64Array(OCTONION);
  if (norm === 0) return { alpha, norm };
  for (let k = 0; k < OCTONION; k++) {
    const conjugate = (k === 0 ? values[k] : -values[k]) / (norm * Math.sqrt(OCTONION));
    for (let j = 0; j < OCTONION; j++) alpha[j ^ k] += sign(bits[j] ^ octonionNegative(j, k)) * conjugate;
  }
  return { alpha, norm };
}

/** M·x = α·x in octonions. */
export function rotate(alpha: ArrayLike<number>, values: ArrayLike<number>): Float64Array {
  const product = new Float64Array(OCTONION);
  for (let j = 0; j < OCTONION; j++) {
    for (let k = 0; k < OCTONION; k++) product[j ^ k] += sign(octonionNegative(j, k)) * alpha[j] * values[k];
  }
  return product;
}

/**
 * The decoding end's LLRs of the eight bits: ln P(0)/P(1) = 2·ρ·‖y‖·(M·x)_i/(√8·(1 − ρ²)).
 * @param values x, eight numbers of variance 1.
 * @throws InputError as `rotatedLlrScale`.
 */
export function rotatedLlrs({ alpha, norm }: Rotation, values: ArrayLike<number>, correlation: number): Float64Array {
  const scale = rotatedLlrScale(correlation) * norm;
  return rotate(alpha, values).map((component) => scale * component);
}

function sign(negative: number): number {
  return negative === 1 ? -1 : 1;
}

/**
 * Capacity of BPSK over AWGN, SNR = 1/σ², in bits: 1 − E[log2(1 + e^−L)], the LLR L of the sent bit Gaussian with mean
 * 2·SNR and variance 4·SNR. By the trapezoidal rule, to about 1e-12.
 */
export function binaryGaussianCapacity(snr: number): number {
  return awgnMoments(1 / Math.sqrt(snr)).capacity;
}

/**
 * Capacity of the channel of bits that multidimensional reconciliation makes from Gaussian values, bits per value: the
 * mean of `binaryGaussianCapacity(SNR·q/8)` over q = ‖y‖², which has a χ² distribution of 8 degrees of freedom. For
 * small SNR it is less than the capacity at SNR itself by about SNR/8 of that capacity.
 */
export function multidimensionalCapacity(snr: number): number {
  let sum = 0;
  let weights = 0;
  for (let q = NORM_STEP; q <= NORM_MAXIMUM; q += NORM_STEP) {
    const weight = q ** 3 * Math.exp(-q / 2);
    sum += weight * binaryGaussianCapacity((snr * q) / 8);
    weights += weight;
  }
  return sum / weights;
}

/** The density of q is smooth and vanishes at both ends: the rule converges fast. */
const NORM_STEP = 0.25;
const NORM_MAXIMUM = 100;
