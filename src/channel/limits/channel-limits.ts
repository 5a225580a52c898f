import type { ChannelKind } from "../channel-kind.ts";
import { normalApproximation } from "../normal-approximation.ts";
import { bitsOf, type CodeSize, sentBitsOf } from "./code-size.ts";
import { solve } from "./solve.ts";

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

/** ln of a FER, which may have underflowed. */
export function logFer(fer: number): number {
  return Math.log(Math.max(fer, Number.MIN_VALUE));
}

function channelCodeOf({ q, n, k }: CodeSize) {
  return { q, rate: () => k / n };
}
