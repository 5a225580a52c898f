import type { DecoderOptions } from "../../option.ts";
import type { CheckNodeRule } from "../../rule.ts";
import { TRELLIS_OPTIONS, trellisMinMax } from "./trellis-min-max.ts";

const { step: _, ...OTHER_OPTIONS } = TRELLIS_OPTIONS;

const OPTIONS = {
  ...OTHER_OPTIONS,
  messages: { default: "f32", choices: ["f32", "f16"], description: "number format of messages" },
} as const satisfies DecoderOptions;

/**
 * Trellis Min-Max with a basic set of deviations (Thi and Lee 2018, "Basic-set trellis min–max decoder architecture for nonbinary LDPC codes with
 * high-order Galois fields", IEEE Trans. VLSI Syst. 26(3)): log2 q deviations, of which the others are sums. Only the paper's abstract could be
 * read. Choices of this project: the set is found greedily; an edge that has the least message of one of its deviations is told the second one; and an
 * edge that has the least messages of several may deviate by all of them at once.
 */
export const basicSetTrellisMinMax: CheckNodeRule = {
  ...trellisMinMax,
  description: "trellis Min-Max of log2 q deviations, of which the others are sums",
  equation: [
    "ΔQ_i and β as of trellis-min-max, m(η) = min_i ΔQ_i(η)",
    "b_1 … b_p, p = log2 q: each b_k has the least m of those",
    "  deviations that are no sum of b_1 … b_(k−1)",
    "ΔR_i(a) = max m(b_k) over the b_k that add up to a, with the",
    "  second ΔQ(b_k) in the place of m(b_k) where edge i has m(b_k)",
    "R_i(x) = scale · ΔR_i(x ⊕ β ⊕ z_i)",
  ],
  source: "Thi and Lee 2018, of which the abstract was read",
  claim:
    "Thi and Lee 2018: fewer messages of a check, for large fields above all. Here it loses FER against trellis-min-max on nb837-gf32 (experiments/sweeps/nonbinary-approximations.json).",
  cost: {
    formula: "q·(7·d + 2·log2(q))",
    operations: (d, q) => q * (7 * d + 2 * Math.log2(q)),
    kind: "comparison",
    of: "minima, maxima and comparisons, about, of two minima over the edges for each symbol, of the basic set, and of its sums for each edge",
  },
  use: "To model hardware that sends log2 q deviations for each check. On nb837-gf32, 10 iterations, 101 of 2,656 frames fail at 4.2 dB, with trellis-min-max 101 of 3,040 at 4.05 dB (experiments/results/cpu/nonbinary-approximations.csv). It has no pairs of deviations to compare, which are most of the work over large fields where checks have few edges.",
  advice: [],
  options: OPTIONS,
};
