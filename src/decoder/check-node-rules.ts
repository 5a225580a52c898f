import { binaryRules } from "./binary/rules.ts";
import type { CheckNodeRule } from "./check-node-rule.ts";
import { minMaxPlan } from "./min-max.ts";
import { MIN_MAX_OPTIONS } from "./min-max-options.ts";
import { symbolDecoder } from "./nonbinary.ts";

/** The family: conformance tests, CLI and benchmarks find a rule here. */
export const checkNodeRules: Readonly<Record<string, CheckNodeRule>> = {
  "min-max": {
    description: "Min-Max by forward-backward (Declercq/Savin; nonbinary paper, Algorithms 1 and 2)",
    input: "symbol",
    options: MIN_MAX_OPTIONS,
    decoder: (...request) => symbolDecoder(minMaxPlan, ...request),
  },
  ...binaryRules,
};
