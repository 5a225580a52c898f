import { phi, sumProduct } from "../binary/check-nodes.ts";
import type { BitOracle, Nearness, Options } from "../rule-oracle.ts";

/**
 * Nearness of posteriors to the oracle's on frames that converge. The oracle computes Φ in float64 and all else as the decoder does.
 * - safe: Φ has a relative error near 1e-6 (WGSL's exp and log). A few iterations of a converging frame do not enlarge it: 3e-5 of the LLR,
 * or 3e-5 for an LLR below 1. In f16 the error may change the rounding of several terms of a sum by 2^-11 of the LLR each: 2^-6 of the LLR.
 * - tanh: 1 − Π tanh has an absolute error near 1e-7, which is an error of probabilities: tanh(LLR/2) = P(0) − P(1) is within 1e-4. In f16
 * the tolerance is that of safe. Differences of large messages with opposite signs are rounding error.
 * - phi: an outgoing message x comes from a difference of sums near 2e^-x, so its error grows as e^x. Messages near 16 are mostly rounding
 * error (doc/design/decisions/0013). Probabilities are near: tanh(LLR/2) = P(0) − P(1) is within 1e-3. If LLRs near 0 meet large ones,
 * differences of sums lose the smaller terms.
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
  numbers: ({ form }) => ({ bound: form === "tanh" ? [16, 8, 12.5] : [16, 80, 30], "llr-clip": [15, 4, 60] }),
  checkNode: ({ form, bound }) =>
    form === "phi"
      ? sumProduct({ magnitudes: [1e-7, 40], sums: [1e-7, 40] })
      : sumProduct({ magnitudes: [2 ** -100, 80], sums: [phi(Number(bound)), 80] }),
  nearness,
} satisfies BitOracle;
