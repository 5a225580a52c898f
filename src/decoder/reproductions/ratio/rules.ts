import { BINARY_RULE_NOTES } from "../../binary/rule-notes.ts";
import type { CheckNodeRule } from "../../rule.ts";
import { RATIO_OPTIONS } from "./options.ts";
import { ratioProgram } from "./program.ts";

/**
 * Sum-product as Mink and Nakassis compute it. That the map of |a| to an integer is linear, and rounds to the nearest, is
 * ours: the paper only says "8 or 10 bit integer mapping". So are the least level 1 (never 0, by which could not be divided)
 * and the bounds of products.
 */
export const ratioRules: Readonly<Record<string, CheckNodeRule>> = {
  "ratio-sum-product": {
    ...BINARY_RULE_NOTES["ratio-sum-product"],
    input: "bit",
    options: RATIO_OPTIONS,
    decoder: ratioProgram,
  },
};
