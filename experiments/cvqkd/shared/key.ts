import {
  type CvLink,
  codingEfficiency,
  cvSecretKey,
  type DetectorTrust,
  fibreTransmittance,
  linkAtSnr,
} from "../../../src/reconciliation.ts";

/** Fibre and devices of a CV-QKD system, variances in shot-noise units. */
export interface CvSystem {
  /** Attenuation in dB/km. */
  readonly attenuation: number;
  /** ε, at the channel's input. */
  readonly excessNoise: number;
  /** η. */
  readonly detectorEfficiency: number;
  /** v_el. */
  readonly electronicNoise: number;
  readonly detector: DetectorTrust;
}

/** A code in use: its rate, its SNR and the share of its frames that fail at this SNR. */
export interface UsedCode {
  readonly rate: number;
  readonly snr: number;
  readonly failureRate: number;
}

/** Largest distance of the search, km. */
const FARTHEST = 500;

/** The link at a distance in km, modulated so that Bob's SNR is the code's. @throws InputError as `linkAtSnr`. */
export function linkAt(
  { attenuation, excessNoise, detectorEfficiency, electronicNoise }: CvSystem,
  kilometres: number,
  snr: number,
): CvLink {
  const transmittance = fibreTransmittance(kilometres, attenuation);
  return linkAtSnr({ transmittance, excessNoise, detectorEfficiency, electronicNoise }, snr);
}

/**
 * Secret bits of a pulse at a distance in km; 0 or negative if no key is possible. @throws InputError as `cvSecretKey`.
 */
export function keyAt(system: CvSystem, { rate, snr, failureRate }: UsedCode, kilometres: number): number {
  const efficiency = codingEfficiency(rate, snr);
  return cvSecretKey(linkAt(system, kilometres, snr), { efficiency, failureRate, detector: system.detector });
}

/**
 * The distances in km between which a code leaves more than `least` secret bits per pulse; undefined if no distance
 * does. On short fibres a code of low SNR needs such a small modulation that more leaks than it corrects.
 */
export function reach(system: CvSystem, code: UsedCode, least = 0): readonly [from: number, to: number] | undefined {
  const secret = (kilometres: number) => keyAt(system, code, kilometres) > least;
  const steps = Array.from({ length: 2 * FARTHEST + 1 }, (_, i) => i / 2);
  const first = steps.findIndex(secret);
  if (first < 0) return undefined;
  const last = steps.findLastIndex(secret);
  return [
    first === 0 ? 0 : crossing(secret, steps[first], steps[first - 1]),
    last === steps.length - 1 ? FARTHEST : crossing(secret, steps[last], steps[last + 1]),
  ];
}

/** The end of the key, to a metre, between a distance with a key and a distance without. */
function crossing(secret: (kilometres: number) => boolean, inside: number, outside: number): number {
  let [good, bad] = [inside, outside];
  while (Math.abs(good - bad) > 1e-3) {
    const middle = (good + bad) / 2;
    if (secret(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
