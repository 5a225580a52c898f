import type { CheckNodeRule } from "./check-node-rule.ts";
import { minMaxPlan } from "./min-max.ts";

/** The family: conformance tests, CLI and benchmarks find a rule here. */
export const checkNodeRules: Readonly<Record<string, CheckNodeRule>> = {
  "min-max": {
    description: "Min-Max by forward-backward (Declercq/Savin; nonbinary paper, Algorithms 1 and 2)",
    plan: minMaxPlan,
  },
};
