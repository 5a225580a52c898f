import { PAPERS } from "../../../papers.ts";
import type { CheckNodeRule } from "../../rule.ts";
import { RATIO_LLR_CLIP, RATIO_OPTIONS } from "./options.ts";
import { ratioProgram } from "./program.ts";

/**
 * Sum-product by the arithmetic of Mink and Nakassis. The paper only says "8 or 10 bit integer mapping". This
 * implementation maps |a| to an integer linearly and rounds to nearest; the least level is 1, since a level of 0 could
 * not be divided by, and products have bounds.
 */
export const ratioRules: Readonly<Record<string, CheckNodeRule>> = {
  "ratio-sum-product": {
    description: "belief propagation on likelihood ratios, products and quotients: flooding, 10-bit messages",
    equation: [
      "R_i: T/a_i, T = (−1)^s · Π a_k, a = tanh(Q/2)",
      "r = P(0)/P(1) = (1 + a)/(1 − a), R = r_0 · Π r_j",
      "  to check j: a = (R/r_j − 1)/(R/r_j + 1), as sign and 10 bits",
    ],
    source: `${PAPERS.qkd.short}, section 3`,
    claim:
      "Mink and Nakassis 2014 print its failures and iterations at 104 points. Here all agree (ldpc experiment qkd-tables).",
    cost: {
      formula: "6d",
      operations: (d) => 6 * d,
      kind: "arithmetic",
      of: "a product, a quotient, a bound, and what reading and rounding a level takes",
    },
    exactness: {
      devices: "tolerance",
      text:
        "quotients differ in their last bits, so a message at the middle between two levels may differ by one; equal bit " +
        "for bit in every layout on one device",
    },
    use:
      "To compare with the paper, as its experiments do (qkd-tables, qkd-memory-layout, qkd-message-bits). It needs neither " +
      "exponentials nor logarithms but for the channel. Flooding only.",
    advice: [
      {
        wanted: "what Mink and Nakassis measured",
        decoder: "ratio-sum-product iterations=31",
        reason: "their arithmetic, their number of iterations",
      },
    ],
    input: "bit",
    options: RATIO_OPTIONS,
    llrMaximum: ({ bits }) => RATIO_LLR_CLIP[bits as keyof typeof RATIO_LLR_CLIP],
    decoder: ratioProgram,
  },
};
