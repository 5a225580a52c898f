import { OCTONION, octonionNegative } from "../../../wgsl/reconciliation/octonion.ts";
import { InputError } from "../../errors.ts";

/**
 * Multidimensional reconciliation in eight dimensions, after A. Leverrier, R. Alléaume, J. Boutros, G. Zémor, P. Grangier,
 * "Multidimensional reconciliation for a continuous-variable quantum key distribution", Phys. Rev. A 77, 042325 (2008),
 * in float64: the arithmetic of the kernels block-rotation and rotated-llr.
 *
 * Values y of the reference end and x of the decoding end are Gaussian, of mean 0 and variance 1, with correlation ρ.
 * For eight values y the reference end draws eight random bits u, a point s = ((−1)^u_i)/√8 of the unit sphere, and
 * publishes ‖y‖ and the coordinates α_i = (A_i·y/‖y‖, s) of s in the orthonormal basis A_i·y/‖y‖; the A_i are the left
 * multiplications by the units of the octonions: A_0 = 1; all other A_i are orthogonal, antisymmetric and
 * anticommuting. Then M = Σ α_i·A_i is orthogonal with M·y = ‖y‖·s. To the decoding end M·x is ρ·‖y‖·s and Gaussian
 * noise of variance 1 − ρ² in every component, so each bit has gone over a binary-input Gaussian channel of SNR·‖y‖²/8,
 * SNR = ρ²/(1 − ρ²): on average SNR (`multidimensionalCapacity` gives the loss by the spread of ‖y‖).
 *
 * α and ‖y‖ reveal nothing about u (ibid., section V): y/‖y‖ is uniform on the sphere and independent of ‖y‖; for each
 * s, α is an orthogonal transformation of y/‖y‖, since the A_iᵀ·s are orthonormal too, so α is uniform for each s. This
 * holds for y with a continuous density: see `ditherValues` for digitised data, and doc/design/reconciliation-files.md
 * for why no more than 16 bits of α are sent.
 */

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

/** 2·ρ/(√8·(1 − ρ²)): LLR per unit of ‖y‖·(M·x)_i. @throws InputError if the correlation is not above 0 and below 1. */
export function rotatedLlrScale(correlation: number): number {
  if (!(correlation > 0 && correlation < 1)) {
    throw new InputError(
      `correlation ${correlation}: it must be above 0 and below 1 (negate one end's values if it is negative)`,
    );
  }
  return (2 * correlation) / (Math.sqrt(OCTONION) * (1 - correlation) * (1 + correlation));
}

function sign(negative: number): number {
  return negative === 1 ? -1 : 1;
}
