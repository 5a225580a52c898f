import { expect } from "vitest";

/**
 * How far posteriors of sum-product may be from an oracle that computes Φ in float64 and all else as the decoder does, on
 * frames that converge.
 * - safe: Φ has a relative error of some 1e-6 (WGSL's exp and log), which a few iterations of a frame that converges do not
 *   enlarge: 3e-5 of the LLR, or of 1 below it. In f16 that error may turn a rounding (2^-11 of the LLR) the other way, in
 *   several terms of a sum: 2^-6.
 * - tanh: 1 − Π tanh has an absolute error of some 1e-7, which is one of probabilities: tanh(LLR/2) = P(0) − P(1) within
 *   1e-4. Of f16 as for safe.
 * - phi: an outgoing message x comes from a difference of sums near 2e^-x, so its error grows as e^x, and those near 16 are
 *   mostly rounding error (doc/decisions/0013). Probabilities are good: tanh(LLR/2) = P(0) − P(1) within 1e-3.
 */
export function expectNear(
  actual: readonly number[],
  expected: readonly number[],
  form: "safe" | "tanh" | "phi",
  messages: "f32" | "f16",
  what: string,
): void {
  const relative = messages === "f32" ? 3e-5 : 2 ** -6;
  expected.forEach((value, n) => {
    const probabilities = Math.tanh(actual[n] / 2) - Math.tanh(value / 2);
    const [difference, tolerance] = {
      safe: [actual[n] - value, relative * Math.max(1, Math.abs(value))],
      tanh: [probabilities, messages === "f32" ? 1e-4 : 2 ** -6],
      phi: [probabilities, 1e-3],
    }[form];
    // NaN is not near.
    if (!(Math.abs(difference) <= tolerance)) {
      expect.fail(`${what}: posterior ${n} is ${actual[n]} instead of ${value} (tolerance ${tolerance})`);
    }
  });
}

/**
 * Kinds of frames without LLRs near 0 beside large ones: the differences of sums of the papers' form lose all other terms
 * there, and products of tanh leave large messages of opposite signs whose difference is rounding error.
 */
export function ofModerateKind(kind: string): boolean {
  return kind === "little noise" || kind === "noiseless";
}
