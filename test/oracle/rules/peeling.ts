import type { HardOracle } from "../rule-oracle.ts";

export default {
  passes: "decisions",
  decoding({ rows, checks }, llr, { syndrome }) {
    let bits = llr.map((value): number | undefined => (value === 0 ? undefined : value < 0 ? 1 : 0));
    return () => {
      const before = bits;
      bits = before.map((bit, n) => {
        if (bit !== undefined) return bit;
        const check = checks[n].find((m) => rows[m].every((k) => k === n || before[k] !== undefined));
        if (check === undefined) return undefined;
        return rows[check].reduce((sum, k) => sum ^ (k === n ? 0 : before[k]!), syndrome?.[check] ?? 0);
      });
      return bits;
    };
  },
} satisfies HardOracle;
