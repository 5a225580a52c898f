import { InputError } from "../../errors.ts";
import { requireOptions } from "../../options.ts";
import { type CvLink, type DetectorTrust, holevoInformation } from "./cv-secret-key.ts";
import { binaryEntropy } from "./secret-key.ts";

/**
 * Lengths of secret keys from finitely many bits or pulses: the number of bits that privacy amplification by
 * two-universal hashing may keep so that the key is ε_sec-secret. Both bounds assign all of Eve's information to the
 * kept blocks, and hold even if she gets all bits of the other blocks: the choice of the kept blocks depends on the
 * errors. doc/design/secret-length.md derives both.
 */

/**
 * The known phase error rate of sifted bits.
 * @example
 * const measured: PhaseErrors = { rate: 0.02, sample: 100000 };
 */
export interface PhaseErrors {
  /**
   * Share of phase errors: measured in the sample, or without a sample an upper bound of the share in the sifted bits.
   */
  readonly rate: number;
  /** k: number of bits of the other basis, chosen at random, in which the rate was measured. */
  readonly sample?: number;
}

/**
 * A key of sifted bits.
 * @example
 * const key: FiniteKey = { siftedBits: 1e6, keptBits: 1e6, leakedBits: 3e5, phaseErrors: { rate: 0.02 }, secrecy: 1e-10 };
 */
export interface FiniteKey {
  /** n: sifted bits to which the phase error rate applies, including the bits of failed blocks. */
  readonly siftedBits: number;
  /** Bits of the key. */
  readonly keptBits: number;
  /** Bits that the kept bits lose to Eve by messages: syndromes and hashes of kept blocks, and the whole verdicts. */
  readonly leakedBits: number;
  /** The rate of phase errors, and the sample in which it was measured. */
  readonly phaseErrors: PhaseErrors;
  /** ε_sec, between 0 and 1. */
  readonly secrecy: number;
}

/**
 * An upper bound of the share of phase errors in the sifted bits: rate + μ, μ² = (n + k)·(k + 1)/(n·k²)·ln(4/ε_sec), at most 1/2 (M.
 * Tomamichel, C. C. W. Lim, N. Gisin, R. Renner, "Tight finite-key analysis for quantum cryptography", Nat. Commun. 3, 634, 2012,
 * Theorem 2, by Serfling's inequality); without a sample the rate itself. It fails with a probability of (ε_sec/4)² at most, which
 * costs 2·ε_sec/4 of the secrecy.
 * @param phaseErrors measured rate and size of the sample.
 * @param siftedBits n.
 * @param secrecy ε_sec, between 0 and 1.
 * @throws InputError for a rate outside 0 … 1/2, or a sample that is no number of bits.
 * @example
 * phaseErrorBound({ rate: 0.02, sample: 1e5 }, 1e6, 1e-10) > 0.02; // → true
 */
export function phaseErrorBound(phaseErrors: PhaseErrors, siftedBits: number, secrecy: number): number {
  requireOptions("phaseErrorBound", phaseErrors, { rate: true, sample: true });
  const { rate, sample } = phaseErrors;
  if (!(rate >= 0 && rate <= 0.5)) throw new InputError(`a phase error rate of ${rate}: give 0 to 0.5`);
  requireSecrecy(secrecy);
  if (sample === undefined) return rate;
  if (!(Number.isInteger(sample) && sample >= 1)) throw new InputError(`a sample of ${sample} bits: give 1 or more`);
  const variance = ((siftedBits + sample) * (sample + 1)) / (siftedBits * sample ** 2);
  return Math.min(0.5, rate + Math.sqrt(variance * Math.log(4 / secrecy)));
}

/**
 * ℓ = ⌊m·(1 − h(e·n/m)) − leaked bits − 2·log2(1/ε_sec)⌋ bits of BB84, m kept of n sifted bits, e the bound of phase
 * errors (`phaseErrorBound`): Tomamichel et al., Theorem 2 with q = 1, with the bits of the key's hash in the place of
 * log2(2/ε_cor). All phase errors are assumed to be in the kept bits, e·n/m ≤ 1/2: blocks are kept by their bit errors,
 * which do not bound phase errors.
 * @param key kept, sifted and leaked bits, phase errors and secrecy.
 * @returns 0 if no secret key is possible.
 * @throws InputError as `phaseErrorBound`, and for an ε_sec that is not between 0 and 1.
 * @example
 * const key = { siftedBits: 1e6, keptBits: 1e6, leakedBits: 3e5, phaseErrors: { rate: 0.02 }, secrecy: 1e-10 };
 * finiteKeyBits(key); // → 558493
 */
export function finiteKeyBits(key: FiniteKey): number {
  requireOptions("finiteKeyBits", key, {
    ...{ siftedBits: true, keptBits: true, leakedBits: true, phaseErrors: true, secrecy: true },
  });
  const { siftedBits, keptBits, leakedBits, phaseErrors, secrecy } = key;
  const bound = phaseErrorBound(phaseErrors, siftedBits, secrecy);
  if (keptBits === 0) return 0;
  const worst = Math.min(0.5, (bound * siftedBits) / keptBits);
  const bits = keptBits * (1 - binaryEntropy(worst)) - leakedBits - 2 * Math.log2(1 / secrecy);
  return Math.max(0, Math.floor(bits));
}

/**
 * A key of Gaussian values.
 * @example
 * const link = { modulationVariance: 4, transmittance: 0.5, excessNoise: 0.01, detectorEfficiency: 0.6, electronicNoise: 0.02 };
 * const key: FiniteCvKey = { values: 1e9, keptBits: 9e8, leakedBits: 1e8, link, detector: "trusted", secrecy: 1e-10 };
 */
export interface FiniteCvKey {
  /** Reconciled values, including the values of failed blocks; each is a pulse. */
  readonly values: number;
  /** Bits of the key. */
  readonly keptBits: number;
  /** Bits that the kept bits lose to Eve by messages: syndromes and hashes of kept blocks, and the whole verdicts. */
  readonly leakedBits: number;
  /** The link with the least transmittance and the largest excess noise that the estimate leaves possible. */
  readonly link: CvLink;
  /** Whether Eve controls losses and noise of Bob's detector. */
  readonly detector: DetectorTrust;
  /** ε_sec, half of it for smoothing and half for privacy amplification. */
  readonly secrecy: number;
}

/**
 * ℓ = ⌊m − leaked bits − n·χ_BE − 7·√(n·log2(2/ε̄)) − 2·log2(1/ε_PA)⌋ bits, ε̄ = ε_PA = ε_sec/2, m kept bits of n values, against
 * collective attacks (A. Leverrier, F. Grosshans, P. Grangier, "Finite-size analysis of a continuous-variable quantum key
 * distribution", Phys. Rev. A 81, 062343, 2010, eqs. 2 and 3, dim H_X = 2). Both χ_BE and the smoothing belong to all n values:
 * only they are independent of each other, the kept ones were chosen by their errors.
 * @param key values, kept and leaked bits, link and secrecy.
 * @returns 0 if no secret key is possible.
 * @throws InputError as `holevoInformation`, and for an ε_sec that is not between 0 and 1.
 * @example
 * const link = { modulationVariance: 4, transmittance: 0.5, excessNoise: 0.01, detectorEfficiency: 0.6, electronicNoise: 0.02 };
 * finiteCvKeyBits({ values: 1000, keptBits: 1000, leakedBits: 500, link, detector: "trusted", secrecy: 1e-10 }); // → 0
 */
export function finiteCvKeyBits(key: FiniteCvKey): number {
  requireOptions("finiteCvKeyBits", key, {
    ...{ values: true, keptBits: true, leakedBits: true, link: true, detector: true, secrecy: true },
  });
  const { values, keptBits, leakedBits, link, detector, secrecy } = key;
  requireSecrecy(secrecy);
  const half = secrecy / 2;
  const smoothing = 7 * Math.sqrt(values * Math.log2(2 / half));
  const known = leakedBits + values * holevoInformation(link, detector);
  return Math.max(0, Math.floor(keptBits - known - smoothing - 2 * Math.log2(1 / half)));
}

function requireSecrecy(secrecy: number): void {
  if (!(secrecy > 0 && secrecy < 1)) throw new InputError(`ε_sec ${secrecy}: it must be above 0 and below 1`);
}
