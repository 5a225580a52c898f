import { gaussianCapacity } from "../../code/density-evolution/threshold.ts";
import { InputError } from "../../index.ts";
import { requireOptions } from "../../options.ts";

/**
 * Secret-key arithmetic of BB84 with one-way error correction, after A. Mink and A. Nakassis, "LDPC Error Correction for
 * Gbit/s QKD" (Proc. SPIE 9123, 2014), section 4. All of it is asymptotic: the finite-size terms of privacy
 * amplification, which matter for strings below about 1 Mbit, are not included.
 */

/**
 * h(p) = −p·log2 p − (1 − p)·log2(1 − p), in bits; 0 at p = 0 and 1.
 * @param p a probability.
 * @throws InputError if p is not in [0, 1].
 * @example
 * binaryEntropy(0.5); // → 1
 */
export function binaryEntropy(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new InputError(`no entropy of a probability ${p}: give a number from 0 to 1`);
  if (p === 0 || p === 1) return 0;
  return -(p * Math.log2(p) + ((1 - p) * Math.log1p(-p)) / Math.LN2);
}

/**
 * S(X|E) = 1 − h(QBER): Eve's uncertainty about each sifted bit of BB84, in bits.
 * @param qber the QBER, or more cautiously an upper bound of it, as a fraction.
 * @throws InputError if it is not in [0, 1].
 * @example
 * eveIgnorance(0); // → 1
 */
export function eveIgnorance(qber: number): number {
  return 1 - binaryEntropy(qber);
}

/**
 * The efficiency g ≥ 1 (f in much of the literature) of error correction: leaked bits over the Slepian–Wolf bound
 * keyBits·h(QBER).
 * @param leakedBits bits sent over the public channel about the key bits.
 * @param keyBits sifted bits corrected with them.
 * @param qber bit error rate of the sifted bits, as a fraction.
 * @returns infinity at QBER 0 and 1, where the bound is 0.
 * @throws InputError if the QBER is not in [0, 1], there are no bits or a negative leakage.
 * @example
 * reconciliationEfficiency(48, 96, 0.05).toFixed(2); // → "1.75"
 */
export function reconciliationEfficiency(leakedBits: number, keyBits: number, qber: number): number {
  if (!(keyBits > 0)) throw new InputError(`no efficiency of ${keyBits} key bits: give more than 0`);
  if (!(leakedBits >= 0)) throw new InputError(`no efficiency of ${leakedBits} leaked bits: give 0 or more`);
  const needed = keyBits * binaryEntropy(qber);
  return needed === 0 ? Number.POSITIVE_INFINITY : leakedBits / needed;
}

/**
 * The parameters that decide the secret key of a string of sifted bits.
 * @example
 * const key: SecretKeyParameters = { siftedBits: 1e6, ignorance: eveIgnorance(0.02), leakage: 0.2 };
 */
export interface SecretKeyParameters {
  /** N: sifted bits, including the sacrificed bits. */
  readonly siftedBits: number;
  /** V: sifted bits made public to estimate the QBER; 0 if left out. */
  readonly sacrificedBits?: number;
  /** f: the share of blocks whose correction failed, 0 … 1; their bits are lost. 0 if left out. */
  readonly failureRate?: number;
  /** Bits of S(X|E) for each sifted bit: `eveIgnorance(qber)` for BB84. */
  readonly ignorance: number;
  /** g·h(p_est): bits leaked by error correction for each corrected bit; M/K for a code of M checks and K key bits. */
  readonly leakage: number;
  /** C: further leaked bits of the whole string: verification hashes, margins. 0 if left out. */
  readonly fixedBits?: number;
}

/**
 * K = (1 − f)·{(N − V)·[S(X|E) − g·h(p_est)] − C}: average number of secret bits.
 * @param parameters N, V, f, S(X|E), g·h(p_est) and C.
 * @returns bits, not rounded; 0 or negative if no secret key is possible.
 * @throws InputError if f is not in [0, 1] or V not in 0 … N.
 * @example
 * secretKeyBits({ siftedBits: 1000, ignorance: 0.75, leakage: 0.25, failureRate: 0.5 }); // → 250
 */
export function secretKeyBits(parameters: SecretKeyParameters): number {
  requireOptions("secretKeyBits", parameters, {
    siftedBits: true,
    sacrificedBits: true,
    failureRate: true,
    ignorance: true,
    leakage: true,
    fixedBits: true,
  });
  const { siftedBits, sacrificedBits = 0, failureRate = 0, ignorance, leakage, fixedBits = 0 } = parameters;
  if (!(failureRate >= 0 && failureRate <= 1)) throw new InputError(`failure rate ${failureRate}: give 0 to 1`);
  if (!(sacrificedBits >= 0 && sacrificedBits <= siftedBits)) {
    throw new InputError(`${sacrificedBits} sacrificed bits of ${siftedBits} sifted bits: give 0 to all of them`);
  }
  return (1 - failureRate) * ((siftedBits - sacrificedBits) * (ignorance - leakage) - fixedBits);
}

/**
 * K/N = 1 − h(p) − g·h(p): secret bits for each sifted bit if f, V and C are 0.
 * @param qber p, the bit error rate, as a fraction.
 * @param leakage g·h(p), bits leaked by error correction for each sifted bit.
 * @returns a negative number if no secret key is possible.
 * @throws InputError if the QBER is not in [0, 1].
 * @example
 * secretKeyFraction(0, 0.25); // → 0.75
 */
export function secretKeyFraction(qber: number, leakage: number): number {
  return eveIgnorance(qber) - leakage;
}

/**
 * K/N = 1 − 2·h(p): the fraction with perfect error correction, g = 1.
 * @param qber p, the bit error rate, as a fraction.
 * @throws InputError if the QBER is not in [0, 1].
 * @example
 * idealKeyFraction(0.05).toFixed(3); // → "0.427"
 */
export function idealKeyFraction(qber: number): number {
  return secretKeyFraction(qber, binaryEntropy(qber));
}

/**
 * Secret-key arithmetic of continuous-variable quantum key distribution: coherent states with Gaussian modulation, homodyne
 * detection, reverse reconciliation, collective attacks, infinitely many pulses. After J. Lodewyck et al., "Quantum key
 * distribution over 25 km with an all-fiber continuous-variable system" (Phys. Rev. A 76, 042305, 2007), section II; F.
 * Laudenbach et al., "Continuous-variable quantum key distribution with Gaussian modulation" (Adv. Quantum Technol. 1, 1800011,
 * 2018) derives the same. The finite-size losses (parameter estimation, privacy amplification) are not included. All
 * variances are in shot-noise units: the variance of the vacuum is 1.
 */

/**
 * A sender, a channel and a homodyne detector.
 * @example
 * const link: CvLink = {
 *   modulationVariance: 4,
 *   transmittance: fibreTransmittance(20),
 *   excessNoise: 0.01,
 *   detectorEfficiency: 0.6,
 *   electronicNoise: 0.02,
 * };
 */
export interface CvLink {
  /** V_A: variance of Alice's modulation, in shot-noise units. */
  readonly modulationVariance: number;
  /** T of the channel: above 0, at most 1. */
  readonly transmittance: number;
  /** ε, often ξ: excess noise at the channel's input, in shot-noise units. */
  readonly excessNoise: number;
  /** η of Bob's detector: above 0, at most 1. */
  readonly detectorEfficiency: number;
  /** v_el: electronic noise of Bob's detector at its output, in shot-noise units. */
  readonly electronicNoise: number;
}

/**
 * `trusted`: Eve controls neither losses nor noise of Bob's detector; `untrusted`: she controls both as she does the
 * channel's.
 * @example
 * const detectors: DetectorTrust[] = ["trusted", "untrusted"];
 */
export type DetectorTrust = "trusted" | "untrusted";

/**
 * The result of reconciling a link's pulses.
 * @example
 * const reconciliation: CvReconciliation = { efficiency: 0.95, failureRate: 0.1, detector: "trusted" };
 */
export interface CvReconciliation {
  /** β: key bits of a pulse over ½·log2(1 + SNR); a code of rate R that is used at its SNR has `codingEfficiency(R, SNR)`. */
  readonly efficiency: number;
  /** Frame error rate, 0 … 1; the bits of failed frames are lost. 0 if left out. */
  readonly failureRate?: number;
  /** Whether Eve controls losses and noise of Bob's detector. */
  readonly detector: DetectorTrust;
}

/**
 * T = 10^(−α·d/10).
 * @param kilometres length d.
 * @param attenuation α in dB/km.
 * @throws InputError if either is negative.
 * @example
 * fibreTransmittance(50).toFixed(3); // → "0.100"
 */
export function fibreTransmittance(kilometres: number, attenuation = 0.2): number {
  requireNumber("a distance", kilometres, 0);
  requireNumber("an attenuation", attenuation, 0);
  return 10 ** ((-attenuation * kilometres) / 10);
}

/**
 * SNR of Bob's homodyne data, η·T·V_A/(1 + v_el + η·T·ε) = V_A/(1 + χ_tot), linear.
 * @param link modulation, channel and detector.
 * @throws InputError for an impossible link.
 * @example
 * const link = { modulationVariance: 4, transmittance: 0.5, excessNoise: 0, detectorEfficiency: 1, electronicNoise: 0 };
 * homodyneSnr(link); // → 2
 */
export function homodyneSnr(link: CvLink): number {
  const { modulationVariance } = checked(link);
  return modulationVariance / inputNoise(link);
}

/**
 * The link with the modulation variance that gives an SNR: a code works at one SNR, which decides the modulation at
 * each distance.
 * @param link channel and detector.
 * @param snr as a ratio, above 0.
 * @throws InputError for an SNR not above 0, or an impossible link.
 * @example
 * const detector = { transmittance: 0.5, excessNoise: 0, detectorEfficiency: 1, electronicNoise: 0 };
 * linkAtSnr(detector, 2).modulationVariance; // → 4
 */
export function linkAtSnr(link: Omit<CvLink, "modulationVariance">, snr: number): CvLink {
  if (!(snr > 0 && Number.isFinite(snr))) throw new InputError(`an SNR of ${snr}: give a number above 0`);
  const modulationVariance = snr * inputNoise(checked({ ...link, modulationVariance: 1 }));
  return { ...link, modulationVariance };
}

/**
 * β = R/(½·log2(1 + SNR)) of a code of rate R with one pulse for each of its bits.
 * @param rate key bits for each pulse.
 * @param snr as a ratio.
 * @throws InputError unless both are above 0.
 * @example
 * codingEfficiency(0.5, 1); // → 1
 */
export function codingEfficiency(rate: number, snr: number): number {
  if (!(rate > 0 && snr > 0)) throw new InputError(`no efficiency of rate ${rate} at SNR ${snr}: give numbers above 0`);
  return rate / gaussianCapacity(snr);
}

/**
 * χ_BE: Holevo's bound of Eve's information about Bob's result, in bits per pulse: χ_BE = G(λ1) + G(λ2) − G(λ3) − G(λ4)
 * with G(λ) = x₊·log2 x₊ − x₋·log2 x₋, x± = (λ ± 1)/2, of the symplectic eigenvalues λ²_{1,2} = ½·(A ± √(A² − 4B))
 * before and λ²_{3,4} = ½·(C ± √(C² − 4D)) after Bob's measurement (a fifth one is 1): A = V²·(1 − 2T) + 2T + T²·(V +
 * χ_line)², B = T²·(V·χ_line + 1)², C = (V·√B + T·(V + χ_line) + A·χ_hom)/(T·(V + χ_tot)), D = √B·(V + √B·χ_hom)/(T·(V
 * + χ_tot)), V = V_A + 1, χ_line = 1/T − 1 + ε, χ_hom = (1 − η + v_el)/η, χ_tot = χ_line + χ_hom/T. For an untrusted
 * detector, η·T and χ_tot belong to the channel and χ_hom is 0.
 * @param link modulation, channel and detector.
 * @param detector whether Eve controls losses and noise of Bob's detector.
 * @throws InputError for an impossible link.
 * @example
 * const link = { modulationVariance: 4, transmittance: 0.5, excessNoise: 0.01, detectorEfficiency: 0.6, electronicNoise: 0.02 };
 * holevoInformation(link, "trusted") < holevoInformation(link, "untrusted"); // → true
 */
export function holevoInformation(link: CvLink, detector: DetectorTrust): number {
  const { modulationVariance, transmittance, excessNoise, detectorEfficiency, electronicNoise } = checked(link);
  const trusted = detector === "trusted";
  const v = modulationVariance + 1;
  const t = trusted ? transmittance : transmittance * detectorEfficiency;
  const hom = trusted ? (1 - detectorEfficiency + electronicNoise) / detectorEfficiency : 0;
  // T·χ_line: χ_line itself is 1/T and loses the noise at small T.
  const line = 1 - t + t * excessNoise + (trusted ? 0 : electronicNoise);
  const received = t * v + line;
  const rootB = v * line + t;
  const a = v * v * (1 - 2 * t) + 2 * t + received * received;
  const c = (v * rootB + received + a * hom) / (received + hom);
  const d = (rootB * (v + rootB * hom)) / (received + hom);
  return entropyOfPair(a, rootB * rootB) - entropyOfPair(c, d);
}

/**
 * K = (1 − FER)·(β·I_AB − χ_BE), I_AB = ½·log2(1 + SNR): secret bits per pulse. This counts each failed frame as lost
 * and each other frame as average, as the literature does; at a high FER and a β near 1 the result is too large (S. J.
 * Johnson et al., arXiv 1605.04663).
 * @param link modulation, channel and detector.
 * @param reconciliation efficiency, frame error rate and trust in the detector.
 * @returns a negative number if no secret key is possible.
 * @throws InputError for an impossible link, β not above 0 or FER not in 0 … 1.
 * @example
 * const link = { modulationVariance: 4, transmittance: 0.5, excessNoise: 0.01, detectorEfficiency: 0.6, electronicNoise: 0.02 };
 * cvSecretKey(link, { efficiency: 0.95, detector: "trusted" }) > 0; // → true
 */
export function cvSecretKey(link: CvLink, reconciliation: CvReconciliation): number {
  requireOptions("cvSecretKey", reconciliation, { efficiency: true, failureRate: true, detector: true });
  const { efficiency, failureRate = 0, detector } = reconciliation;
  if (!(efficiency > 0)) throw new InputError(`a reconciliation efficiency of ${efficiency}: give a number above 0`);
  if (!(failureRate >= 0 && failureRate <= 1)) throw new InputError(`failure rate ${failureRate}: give 0 to 1`);
  const information = gaussianCapacity(homodyneSnr(link));
  return (1 - failureRate) * (efficiency * information - holevoInformation(link, detector));
}

/** 1 + χ_tot: noise of Bob's data at the channel's input, including the vacuum's. */
function inputNoise({ transmittance, excessNoise, detectorEfficiency, electronicNoise }: CvLink): number {
  return excessNoise + (1 + electronicNoise) / (detectorEfficiency * transmittance);
}

/** Entropy in bits of two modes, from the sum and the product of the squares of their symplectic eigenvalues. */
function entropyOfPair(sum: number, product: number): number {
  const larger = (sum + Math.sqrt(Math.max(0, sum * sum - 4 * product))) / 2;
  // The difference would cancel: the smaller eigenvalue is near 1 if the larger is V².
  return entropy(Math.sqrt(larger)) + entropy(Math.sqrt(product / larger));
}

/** G: entropy of a thermal state with symplectic eigenvalue λ, bits. Rounding may leave λ below 1. */
function entropy(eigenvalue: number): number {
  const photons = (eigenvalue - 1) / 2;
  if (photons <= 0) return 0;
  return ((photons + 1) * Math.log1p(photons) - photons * Math.log(photons)) / Math.LN2;
}

function checked(link: CvLink): CvLink {
  requireOptions("link", link, {
    modulationVariance: true,
    transmittance: true,
    excessNoise: true,
    detectorEfficiency: true,
    electronicNoise: true,
  });
  requireNumber("a modulation variance", link.modulationVariance, 0);
  requireNumber("an excess noise", link.excessNoise, 0);
  requireNumber("an electronic noise", link.electronicNoise, 0);
  for (const [what, value] of [
    ["transmittance", link.transmittance],
    ["detector efficiency", link.detectorEfficiency],
  ] as const) {
    if (!(value > 0 && value <= 1)) throw new InputError(`a ${what} of ${value}: give a number above 0, at most 1`);
  }
  return link;
}

function requireNumber(what: string, value: number, least: number): void {
  if (!(value >= least && Number.isFinite(value))) throw new InputError(`${what} of ${value}: give ${least} or more`);
}

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
    siftedBits: true,
    keptBits: true,
    leakedBits: true,
    phaseErrors: true,
    secrecy: true,
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
    values: true,
    keptBits: true,
    leakedBits: true,
    link: true,
    detector: true,
    secrecy: true,
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
