import { awgnBounds } from "./awgn-bounds.ts";
import type { BoundName } from "./bounds.ts";
import { logFer } from "./channel-limits.ts";
import { solve } from "./solve.ts";

/** Largest distance between a bound and the normal approximation, beyond which its distribution would not fit its cells, and accuracy, in dB. */
const [NEAR, TOLERANCE] = [3, 1e-3];

/**
 * The noise standard deviation at which a bound of BPSK over AWGN has a FER.
 * @param n bits sent, `bits` of them information.
 * @param sigma noise standard deviation at which the normal approximation has the FER.
 * @returns undefined if it is not within 3 dB of `sigma`.
 */
export function boundSigma(bound: BoundName, n: number, bits: number, fer: number, sigma: number): number | undefined {
  const at = (dB: number) => sigma * 10 ** (-dB / 20);
  const excess = (dB: number) => logFer(fer) - logFer(awgnBounds[bound](at(dB), n, bits));
  const dB = solve(excess, -NEAR, NEAR, TOLERANCE);
  return dB && at(dB);
}
