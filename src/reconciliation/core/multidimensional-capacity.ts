import { awgnMoments } from "../../channel/normal-approximation.ts";
import { InputError } from "../../errors.ts";

/**
 * Capacity of BPSK over AWGN, SNR = 1/σ², in bits: 1 − E[log2(1 + e^−L)], the LLR L of the sent bit Gaussian with mean
 * 2·SNR and variance 4·SNR. By the trapezoidal rule, to about 1e-12.
 * @throws InputError if the SNR is not above 0.
 */
export function binaryGaussianCapacity(snr: number): number {
  requireSnr(snr);
  return awgnMoments(1 / Math.sqrt(snr)).capacity;
}

/**
 * Capacity of the channel of bits that multidimensional reconciliation makes from Gaussian values, bits per value: the
 * mean of `binaryGaussianCapacity(SNR·q/8)` over q = ‖y‖², which has a χ² distribution of 8 degrees of freedom. For
 * small SNR it is less than the capacity at SNR itself by about SNR/8 of that capacity.
 * @throws InputError if the SNR is not above 0.
 */
export function multidimensionalCapacity(snr: number): number {
  requireSnr(snr);
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

function requireSnr(snr: number): number {
  if (snr > 0 && snr < Number.POSITIVE_INFINITY) return snr;
  throw new InputError(`SNR ${snr}: it must be above 0; it is linear, not in decibels`);
}
