import { gaussianCapacity } from "../../code/density-evolution/threshold.ts";
import { InputError } from "../../errors.ts";
import { requireOptions } from "../../options.ts";

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
    ...{ modulationVariance: true, transmittance: true, excessNoise: true, detectorEfficiency: true },
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
