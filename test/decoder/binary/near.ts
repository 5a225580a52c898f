import { expect } from "vitest";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import type { Nearness } from "../../oracle/rule-oracle.ts";
import { isExact, oracleFor } from "../../oracle/rules.ts";

/**
 * How near a decoder of bits is to its oracle; undefined if bit-equal, as its rule says of itself.
 * @throws Error if the rule promises a tolerance and its oracle does not say which.
 */
export function nearnessOf({ rule, options }: DecoderSpec): Nearness | undefined {
  if (isExact(rule)) return undefined;
  const nearness = oracleFor(rule, "bits").nearness?.(options);
  if (nearness === undefined) throw new Error(`${rule} is no exact rule: its oracle must have a nearness`);
  return nearness;
}

/** Expects posteriors as near to an oracle's as a rule that is not exact promises. */
export function expectNear(
  actual: readonly number[],
  expected: readonly number[],
  { of, tolerance }: Nearness,
  what: string,
): void {
  expected.forEach((value, n) => {
    const difference = of === "llr" ? actual[n] - value : Math.tanh(actual[n] / 2) - Math.tanh(value / 2);
    // NaN is not near.
    if (!(Math.abs(difference) <= tolerance(value))) {
      expect.fail(`${what}: posterior ${n} is ${actual[n]} instead of ${value} (tolerance ${tolerance(value)})`);
    }
  });
}

/**
 * Kinds of frames without LLRs near 0 beside large ones, where forms of sum-product that are less accurate lose all other
 * terms.
 */
export function ofModerateKind(kind: string): boolean {
  return kind === "little noise" || kind === "noiseless";
}
