import { expect } from "vitest";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import type { Nearness } from "../../oracle/rule-oracle.ts";
import { edgeOracle, isExact, oracleFor, variableOracle } from "../../oracle/rules.ts";

/**
 * The tolerance of a decoder of bits, or undefined if its rule promises equal bits.
 * @throws Error if the rule promises a tolerance and its oracle does not define it.
 */
export function nearnessOf({ rule, options }: DecoderSpec): Nearness | undefined {
  if (isExact(rule)) return undefined;
  const nearness = oracleFor(rule, "bits").nearness?.(options);
  if (nearness === undefined) throw new Error(`${rule} is no exact rule: its oracle must have a nearness`);
  const { jumps = false } = edgeOracle(options.edge as string | undefined);
  const { tolerance: more = 0 } = variableOracle(options.variable as string | undefined);
  const tolerance = (llr: number) =>
    nearness.tolerance(llr) + more * (nearness.of === "llr" ? Math.max(1, Math.abs(llr)) : 1);
  return { ...nearness, tolerance, ofEveryFrame: nearness.ofEveryFrame && !jumps };
}

/** Expects posteriors within the tolerance of a rule that is not exact. */
export function expectNear(
  actual: readonly number[],
  expected: readonly number[],
  { of, tolerance }: Nearness,
  what: string,
): void {
  expected.forEach((value, n) => {
    const difference = of === "llr" ? actual[n] - value : Math.tanh(actual[n] / 2) - Math.tanh(value / 2);
    // The negation makes NaN fail.
    if (!(Math.abs(difference) <= tolerance(value))) {
      expect.fail(`${what}: posterior ${n} is ${actual[n]} instead of ${value} (tolerance ${tolerance(value)})`);
    }
  });
}

/** Whether a kind of frames has no LLRs near 0 beside large ones. There, less accurate forms of sum-product lose all smaller terms. */
export function ofModerateKind(kind: string): boolean {
  return kind === "little noise" || kind === "noiseless";
}
