import type { ChannelKind } from "../channel-kind.ts";
import { AWGN_BOUNDS_MOST, awgnBounds } from "./awgn-bounds.ts";
import type { FerBounds } from "./bounds.ts";
import { approximationAt, logFer, search, usesOf } from "./channel-limits.ts";
import { bitsOf, type CodeSize, sentBitsOf } from "./code-size.ts";
import { solve } from "./solve.ts";

export type BoundName = keyof FerBounds;
export const BOUND_NAMES = ["achievable", "converse"] as const satisfies readonly BoundName[];

/** Channel uses of the longest code whose bounds are computed; over AWGN `AWGN_BOUNDS_MOST` bits. */
const USES_MOST = 20_000;
/** Largest distance between a bound over AWGN and the normal approximation, and the accuracy of a bound, in dB. */
const [NEAR, TOLERANCE] = [3, 1e-3];

/**
 * A bound on the FER of the best code of a size, as a function of the channel's parameter.
 * @returns undefined if the channel has no bounds, or the code is too long for them.
 */
export function codeBound(
  kind: ChannelKind,
  size: CodeSize,
  bound: BoundName,
): ((value: number) => number) | undefined {
  const { bitSigma, bounds } = kind;
  if (bitSigma === undefined) {
    const both = usesOf(kind, size) > USES_MOST ? undefined : bounds?.(size);
    return both && ((value) => both(value)[bound]);
  }
  const [sent, bits] = [sentBitsOf(size), bitsOf(size)];
  return sent > AWGN_BOUNDS_MOST ? undefined : (value) => awgnBounds[bound](bitSigma(value, rateOf(size)), sent, bits);
}

/** The value of a channel's parameter at which a bound has a FER; undefined as for `codeBound`, or outside the span. */
export function boundAt(kind: ChannelKind, size: CodeSize, bound: BoundName, fer: number): number | undefined {
  const ferAt = codeBound(kind, size, bound);
  if (ferAt === undefined) return undefined;
  const excess = (value: number) => logFer(fer) - logFer(ferAt(value));
  if (kind.bitSigma === undefined) return search(kind, size, excess);
  // Far from the normal approximation the distribution over AWGN would not fit its cells.
  const middle = approximationAt(kind, size, fer);
  if (middle === undefined) return undefined;
  const sigma = kind.bitSigma(middle, rateOf(size));
  const [worst, best] = [NEAR, -NEAR].map((dB) => valueOfSigma(kind, size, sigma * 10 ** (dB / 20)));
  if (worst === undefined || best === undefined) return undefined;
  return solve(excess, worst, best, (TOLERANCE / (2 * NEAR)) * (best - worst));
}

/** The value of a channel's parameter at which sent bits have a noise standard deviation; undefined outside the span. */
export function valueOfSigma(kind: ChannelKind, size: CodeSize, sigma: number): number | undefined {
  const { bitSigma } = kind;
  return bitSigma && search(kind, size, (value) => Math.log(sigma / bitSigma(value, rateOf(size))));
}

function rateOf({ n, k }: CodeSize) {
  return { rate: () => k / n };
}
