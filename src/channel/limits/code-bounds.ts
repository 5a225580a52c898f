import type { ChannelKind } from "../channel-kind.ts";
import { AWGN_BOUNDS_MOST, awgnBounds } from "./awgn-bounds.ts";
import { boundSigma } from "./bound-sigma.ts";
import type { BoundName } from "./bounds.ts";
import { approximationAt, logFer, search, usesOf } from "./channel-limits.ts";
import { bitsOf, type CodeSize, sentBitsOf } from "./code-size.ts";

/** Channel uses of the longest code whose bounds are computed; over AWGN `AWGN_BOUNDS_MOST` bits. */
const USES_MOST = 20_000;

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
  if (kind.bitSigma === undefined) return search(kind, size, (value) => logFer(fer) - logFer(ferAt(value)));
  const near = approximationAt(kind, size, fer);
  if (near === undefined) return undefined;
  const sigma = boundSigma(bound, sentBitsOf(size), bitsOf(size), fer, kind.bitSigma(near, rateOf(size)));
  return sigma && valueOfSigma(kind, size, sigma);
}

/** The value of a channel's parameter at which sent bits have a noise standard deviation; undefined outside the span. */
export function valueOfSigma(kind: ChannelKind, size: CodeSize, sigma: number): number | undefined {
  const { bitSigma } = kind;
  return bitSigma && search(kind, size, (value) => Math.log(sigma / bitSigma(value, rateOf(size))));
}

function rateOf({ n, k }: CodeSize) {
  return { rate: () => k / n };
}
