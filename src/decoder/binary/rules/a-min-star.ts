import { messageFormats } from "../../../../wgsl/binary/formats/index.ts";
import { type DecoderOptions, llrClip } from "../../option.ts";
import { optionsOf } from "../../spec.ts";
import { bitsOf } from "../../step.ts";
import { messagesOption, SCHEDULING } from "../options.ts";
import { type BinaryRule, RATIOS } from "../rule.ts";

const PART = { name: "binary/rules/a-min-star" };

const OPTIONS = {
  ...SCHEDULING,
  messages: messagesOption(["f32", "f16"]),
  // Messages end at 80.
  "llr-clip": llrClip(75),
} as const satisfies DecoderOptions;

export const aMinStar: BinaryRule = {
  description: "sum-product for the least reliable edge of a check, one magnitude for all others",
  equation: [
    "R_m = Π_{k≠m} sign(Q_k) · Φ( Σ_{k≠m} Φ(|Q_k|) ), m = argmin |Q_k|",
    "R_i = Π_{k≠i} sign(Q_k) · Φ( Σ_k Φ(|Q_k|) ), i ≠ m",
    "  Φ(x) = −ln tanh(x/2)",
  ],
  source: "Jones, Vallés, Smith and Villasenor 2003, Approximate-MIN* constraint node updating (MILCOM)",
  claim:
    "Jones et al. 2003: no loss worth mentioning against sum-product. Here neither, on wifi-648-324 (experiments/results/cpu/notes.csv) and wimax-576-288 (experiments/results/cpu/claims.csv).",
  cost: {
    formula: "(d + 2)·Φ + 7d",
    operations: (d) => d + 2 + 7 * d,
    kind: "arithmetic",
    of: "Φ (an exponential and a logarithm), and minima, maxima, additions, comparison, selection and signs",
  },
  exactness: {
    devices: "tolerance",
    text:
      "probabilities to about 1e-4 after a few iterations, where no two edges of a check are nearly, but not quite, the least " +
      "reliable: such a pair may change places; an approximation of sum-product, messages at most 80",
  },
  use:
    "Sum-product with about half its evaluations of Φ, and no loss where it was measured: on wifi-648-324 at 2 dB, " +
    "schedule=layered iterations=20, 181 of 32,768 frames failed, with sum-product 191 of the same frames and with " +
    "normalised-min-sum scale=0.75 736 (experiments/results/cpu/notes.csv).",
  advice: [],
  options: OPTIONS,
  arithmetic: (spec) => ({
    lanes: messageFormats[optionsOf(OPTIONS, spec).messages],
    rule: PART,
    onCpu: { imports: { ratios: RATIOS } },
    constants: { LLR_CLIP_BITS: bitsOf(optionsOf(OPTIONS, spec)["llr-clip"]) },
  }),
};
