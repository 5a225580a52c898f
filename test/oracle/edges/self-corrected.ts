import type { EdgeRuleOracle } from "../rule-oracle.ts";

export default {
  edge: () => (t, before) => (before !== undefined && before !== 0 && before < 0 !== t < 0 ? 0 : t),
  message: (t, before) => (before?.some((cost) => cost > 0) && before.indexOf(0) !== t.indexOf(0) ? t.map(() => 0) : t),
  jumps: true,
} satisfies EdgeRuleOracle;
