import { sigmaOfEbN0 } from "../awgn.ts";
import type { Modulation } from "../modulation/modulation.ts";
import { normalApproximation } from "../normal-approximation.ts";
import { AWGN_BOUNDS_MOST } from "./awgn-bounds.ts";
import { boundSigma } from "./bound-sigma.ts";
import type { BoundName } from "./bounds.ts";
import { logFer } from "./channel-limits.ts";
import type { Fading } from "./fading.ts";
import { type Demapping, modulationMoments } from "./modulation-moments.ts";
import { solve } from "./solve.ts";
import { uncodedRates } from "./uncoded.ts";

/** A transmission with its limits: bits of a code over a modulation. */
export interface Transmission {
  readonly modulation: Modulation;
  readonly fading: Fading;
  /** Number of bits sent. */
  readonly n: number;
  /** Number of information bits. */
  readonly k: number;
}

/** Range in which limits are searched, and their accuracy, Es/N0 in dB. */
const [WORST, BEST, TOLERANCE] = [-40, 70, 1e-4];

/** Es/N0 in dB at which the capacity equals the code's rate; undefined outside -40 to 70 dB. */
export function capacityEsN0(transmission: Transmission, demapping: Demapping): number | undefined {
  const { modulation, fading, n, k } = transmission;
  const rate = (k / n) * modulation.bits;
  if (k >= n) return undefined;
  return decibels((esn0) => modulationMoments(modulation, esn0, fading, demapping).capacity - rate);
}

/** Es/N0 in dB at which the normal approximation has a FER. */
export function approximationEsN0(transmission: Transmission, demapping: Demapping, fer: number): number | undefined {
  const { modulation, fading, n, k } = transmission;
  return decibels(
    (esn0) =>
      logFer(fer) -
      logFer(normalApproximation(modulationMoments(modulation, esn0, fading, demapping), n / modulation.bits, k)),
  );
}

/** Es/N0 in dB at which k uncoded bits have a FER. The points of a frame err independently of each other, but not the bits of a point. */
export function uncodedEsN0({ modulation, fading, k }: Transmission, fer: number): number | undefined {
  const most = -Math.expm1((Math.log1p(-fer) * modulation.bits) / k);
  return decibels((esn0) => logFer(most) - logFer(uncodedRates(modulation, esn0, fading).ser));
}

/**
 * Es/N0 in dB at which a bound has a FER, for BPSK, and for QPSK, which sends one bit on each axis.
 * @returns undefined if it is not within 3 dB of the normal approximation.
 */
export function boundEsN0(transmission: Transmission, bound: BoundName, fer: number): number | undefined {
  const { n, k, modulation } = transmission;
  const near = approximationEsN0(transmission, "coded-modulation", fer);
  if (near === undefined) return undefined;
  const nearSigma = sigmaOfEbN0(near - 10 * Math.log10(modulation.bits), 1);
  const sigma = boundSigma(bound, n, k, fer, nearSigma);
  return sigma && near - 20 * Math.log10(sigma / nearSigma);
}

/**
 * Whether bounds are available besides the normal approximation: for BPSK and QPSK over AWGN, which send one bit on
 * each axis.
 */
export function hasBounds({ modulation: { shape }, fading, n }: Transmission): boolean {
  return fading === "awgn" && "amplitudes" in shape && shape.amplitudes.length === 2 && n <= AWGN_BOUNDS_MOST;
}

function decibels(f: (esn0: number) => number): number | undefined {
  return solve((value) => f(10 ** (value / 10)), WORST, BEST, TOLERANCE);
}
