/** Number of equally likely gains, and the integer that stands for a gain of 1. */
export const GAINS = 65_536;
export const GAIN_ONE = 16_384;

/**
 * Equally likely gains of Rayleigh fading, amplitudes √−ln u of mean power 1, at the middles of 2^16 intervals of u; the largest is 3.43.
 * @returns in multiples of 2^-14.
 */
export function rayleighGains(): Int32Array {
  return Int32Array.from({ length: GAINS }, (_, i) =>
    Math.round(GAIN_ONE * Math.sqrt(-Math.log1p(-(i + 1 / 2) / GAINS))),
  );
}
