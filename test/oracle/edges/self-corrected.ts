import type { EdgeRuleOracle } from "../rule-oracle.ts";

export default {
  edge: () => (t, before) => (before !== undefined && before !== 0 && before < 0 !== t < 0 ? 0 : t),
  message(t, before = t) {
    const likeliest = before.flatMap((cost, a) => (cost === 0 ? [a] : []));
    return likeliest.length > 1 ? t : t.map((cost, a) => (a === likeliest[0] ? 0 : cost));
  },
  jumps: true,
} satisfies EdgeRuleOracle;
