import { binaryRules } from "./binary/rules/index.ts";
import { checkedRules } from "./checked-rules.ts";
import { hardRules } from "./hard-decisions/rules.ts";
import { mlgdRules } from "./majority-logic/rules.ts";
import { nonbinaryRules } from "./nonbinary/rules/index.ts";
import { osdRules } from "./osd/symbols.ts";
import { reprocessingRule } from "./reprocess/rules.ts";
import { symbolReprocessingRule } from "./reprocess/symbols.ts";
import { ratioRules } from "./reproductions/ratio.ts";
import type { CheckNodeRule } from "./rule.ts";

/**
 * All check-node rules by their names, each with its input, options, cost and notes.
 * @example
 * checkNodeRules["min-max"].input; // → "symbol"
 */
export const checkNodeRules: Readonly<Record<string, CheckNodeRule>> = checkedRules({
  ...rulesBy(nonbinaryRules, (rule) => symbolReprocessingRule(rule, true)),
  ...rulesBy(mlgdRules, (rule) => symbolReprocessingRule(rule, false)),
  ...rulesBy(binaryRules, reprocessingRule),
  ...hardRules,
  ...osdRules,
  ...ratioRules,
});

function rulesBy<R>(
  rules: Readonly<Record<string, R>>,
  make: (rule: R) => CheckNodeRule,
): Record<string, CheckNodeRule> {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, make(rule)]));
}
