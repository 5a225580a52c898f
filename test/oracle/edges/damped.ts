import type { EdgeRuleOracle } from "../rule-oracle.ts";

export default {
  edge:
    ({ damping }) =>
    (t, before = t, { add, portion }) =>
      add(t, portion(add(before, -t), Number(damping))),
  values: { damping: [0.25, 0.7, 1, 0.01] },
} satisfies EdgeRuleOracle;
