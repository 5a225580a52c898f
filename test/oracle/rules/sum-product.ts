import { phi, sumProduct } from "../binary/check-nodes.ts";
import type { BitOracle, Nearness, Options } from "../rule-oracle.ts";

/**
 * How far posteriors may be from the oracle's, which computes Φ in float64 and all else as the decoder does, on frames that
 * converge.
 * - safe: Φ has a relative error of some 1e-6 (WGSL's exp and log), which a few iterations of a frame that converges do not
 *   enlarge: 3e-5 of the LLR, or of 1 below it. In f16 that error may turn a rounding (2^-11 of the LLR) the other way, in
 *   several terms of a sum: 2^-6.
 * - tanh: 1 − Π tanh has an absolute error of some 1e-7, which is one of probabilities: tanh(LLR/2) = P(0) − P(1) within
 *   1e-4. Of f16 as for safe. Products of tanh leave large messages of opposite signs whose difference is rounding error.
 * - phi: an outgoing message x comes from a difference of sums near 2e^-x, so its error grows as e^x, and those near 16 are
 *   mostly rounding error (doc/design/decisions/0013). Probabilities are good: tanh(LLR/2) = P(0) − P(1) within 1e-3. The
 *   differences of sums lose all other terms where LLRs near 0 stand beside large ones.
 */
function nearness({ form, messages }: Options): Nearness {
  if (form === "safe") {
    const relative = messages === "f32" ? 3e-5 : 2 ** -6;
    return { of: "llr", tolerance: (llr) => relative * Math.max(1, Math.abs(llr)), ofEveryFrame: true };
  }
  const tolerance = form === "phi" ? 1e-3 : messages === "f32" ? 1e-4 : 2 ** -6;
  return { of: "probability", tolerance: () => tolerance, ofEveryFrame: false };
}

export default {
  passes: "bits",
  numbers: ({ form }) => ({ bound: form === "tanh" ? [16, 8, 12.5] : [16, 80, 30] }),
  checkNode: ({ form, bound }) =>
    form === "phi"
      ? sumProduct({ magnitudes: [1e-7, 40], sums: [1e-7, 40] })
      : sumProduct({ magnitudes: [2 ** -100, 80], sums: [phi(Number(bound)), 80] }),
  nearness,
} satisfies BitOracle;
