import { CERTAIN, type CheckNodeOracle, fromCheckDomain, toCheckDomain } from "./check-domain.ts";

export interface ExtendedMinSumOptions {
  /** n_m: the number of symbols that a message keeps, at least 1. A field with at most n_m symbols keeps all. */
  readonly kept: number;
  /** Symbols that a message drops get its largest kept value plus this offset. */
  readonly offset: number;
  /** Rounding of a sum. Default: none. */
  readonly round?: (sum: number) => number;
  /** Changes an outgoing value of a check of degree 2 at least. Default: no change. */
  readonly correct?: (value: number) => number;
  /** Message of a check of degree 1. Default: CERTAIN. */
  readonly certain?: number;
}

/** A truncated message: the value of each kept symbol. */
type Truncated = ReadonlyMap<number, number>;

/**
 * Extended min-sum by forward and backward passes over messages of the n_m likeliest symbols (Voicila, Declercq et al., "Low-complexity
 * decoding for non-binary LDPC codes in high order fields"). The truncation after each step is part of the definition.
 */
export function extendedMinSum({
  kept,
  offset,
  round = (sum) => sum,
  certain = CERTAIN,
  correct = (value) => value,
}: ExtendedMinSumOptions): CheckNodeOracle {
  if (!Number.isInteger(kept) || kept < 1) throw new Error(`n_m ${kept} is not 1, 2, …`);
  /** The `kept` smallest values. Among equal values the lower symbols stay. */
  const truncate = (message: Iterable<readonly [symbol: number, value: number]>): Truncated =>
    new Map([...message].sort(([a, x], [b, y]) => x - y || a - b).slice(0, kept));

  const ofSum = (left: Truncated, right: Truncated): Truncated => {
    const sum = new Map<number, number>();
    for (const [x, u] of left) {
      for (const [y, v] of right) {
        sum.set(x ^ y, Math.min(sum.get(x ^ y) ?? Number.POSITIVE_INFINITY, round(u + v)));
      }
    }
    return truncate(sum);
  };

  return (field, values, inputs, syndrome = 0) => {
    const symbols = Array.from({ length: field.q }, (_, x) => x);
    if (values.length === 1) {
      const forced = symbols.map((x) => (x === syndrome ? 0 : certain));
      return [fromCheckDomain(field, values[0], forced)];
    }
    const message = values.map((h, i) => truncate(toCheckDomain(field, h, inputs[i]).entries()));
    const last = message.length - 1;
    const forward = [message[0]];
    for (let i = 1; i < last; i++) forward[i] = ofSum(forward[i - 1], message[i]);
    const backward: Truncated[] = [];
    backward[last] = message[last];
    for (let i = last - 1; i > 0; i--) backward[i] = ofSum(message[i], backward[i + 1]);
    return values.map((h, i) => {
      const others = i === 0 ? backward[1] : i === last ? forward[last - 1] : ofSum(forward[i - 1], backward[i + 1]);
      const absent = round(Math.max(...others.values()) + round(offset));
      return fromCheckDomain(
        field,
        h,
        symbols.map((x) => correct(others.get(x ^ syndrome) ?? absent)),
      );
    });
  };
}
