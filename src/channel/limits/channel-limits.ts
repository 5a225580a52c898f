import type { ChannelKind } from "../channel-kind.ts";
import { normalApproximation } from "../normal-approximation.ts";
import {
  AWGN_BOUNDS_MOST,
  awgnBounds,
  type BoundName,
  bitsOf,
  boundSigma,
  type CodeSize,
  logFer,
  sentBitsOf,
  solve,
} from "./bounds.ts";

/** Accuracy of a channel parameter: the share of its span in dB, or of the span of its logarithm. Far below 0.001 dB. */
const TOLERANCE = 1e-7;

/**
 * The value of a channel's parameter at which the capacity equals the code's rate. Long codes of this rate need a
 * better channel for any FER below 1/2.
 * @returns undefined if no value in the channel's span has this capacity.
 */
export function capacityLimit(kind: ChannelKind, size: CodeSize): number | undefined {
  const rate = bitsOf(size) / usesOf(kind, size);
  return search(kind, size, (value) => kind.moments(value, channelCodeOf(size)).capacity - rate);
}

/** The FER of the normal approximation for a code of this size, at a value of the channel's parameter. */
export function approximateFer(kind: ChannelKind, size: CodeSize, value: number): number {
  return normalApproximation(kind.moments(value, channelCodeOf(size)), usesOf(kind, size), bitsOf(size));
}

/**
 * The value of a channel's parameter at which the normal approximation has a FER; undefined outside the parameter's
 * span.
 */
export function approximationAt(kind: ChannelKind, size: CodeSize, fer: number): number | undefined {
  return search(kind, size, (value) => logFer(fer) - logFer(approximateFer(kind, size, value)));
}

/** Channel uses of a frame: of bits, symbols or points. */
export function usesOf({ use, bitsOfUse = 1 }: ChannelKind, size: CodeSize): number {
  return use.alphabet === "symbol" ? size.n : sentBitsOf(size) / bitsOfUse;
}

/** Zero of a function that grows with the quality of the channel. */
export function search(kind: ChannelKind, { q }: CodeSize, f: (value: number) => number): number | undefined {
  const [worst, best] = kind.span(q);
  const within = (from: number, to: number, at: (x: number) => number) =>
    solve((x) => f(at(x)), from, to, TOLERANCE * Math.abs(to - from));
  if (kind.unit === "dB") return within(worst, best, (x) => x);
  // Ratios and probabilities range over many powers of ten.
  const found = within(Math.log(worst), Math.log(best), Math.exp);
  return found === undefined ? undefined : Math.exp(found);
}

function channelCodeOf({ q, n, k }: CodeSize) {
  return { q, rate: () => k / n };
}

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
  return sent > AWGN_BOUNDS_MOST
    ? undefined
    : (value) => awgnBounds[bound](bitSigma(value, channelCodeOf(size)), sent, bits);
}

/** The value of a channel's parameter at which a bound has a FER; undefined as for `codeBound`, or outside the span. */
export function boundAt(kind: ChannelKind, size: CodeSize, bound: BoundName, fer: number): number | undefined {
  const ferAt = codeBound(kind, size, bound);
  if (ferAt === undefined) return undefined;
  if (kind.bitSigma === undefined) return search(kind, size, (value) => logFer(fer) - logFer(ferAt(value)));
  const near = approximationAt(kind, size, fer);
  if (near === undefined) return undefined;
  const sigma = boundSigma(bound, sentBitsOf(size), bitsOf(size), fer, kind.bitSigma(near, channelCodeOf(size)));
  return sigma && valueOfSigma(kind, size, sigma);
}

/** The value of a channel's parameter at which sent bits have a noise standard deviation; undefined outside the span. */
export function valueOfSigma(kind: ChannelKind, size: CodeSize, sigma: number): number | undefined {
  const { bitSigma } = kind;
  return bitSigma && search(kind, size, (value) => Math.log(sigma / bitSigma(value, channelCodeOf(size))));
}
