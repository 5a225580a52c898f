import { binaryRules } from "./binary/rules.ts";
import type { CheckNodeRule } from "./check-node-rule.ts";
import { minMaxDecoder } from "./min-max-decoder.ts";
import { MIN_MAX_OPTIONS } from "./min-max-options.ts";
import { mlgdRules } from "./mlgd/rules.ts";
import { RULE_NOTES } from "./rule-notes.ts";

/** The family: conformance tests, CLI and benchmarks find a rule here. */
export const checkNodeRules: Readonly<Record<string, CheckNodeRule>> = {
  "min-max": {
    ...RULE_NOTES["min-max"],
    input: "symbol",
    options: MIN_MAX_OPTIONS,
    decoder: minMaxDecoder,
  },
  ...mlgdRules,
  ...binaryRules,
};
