import { passing, signOf, sumOf } from "../hard-decisions.ts";
import type { HardOracle } from "../rule-oracle.ts";

export default {
  passes: "decisions",
  values: { threshold: [0, 1, 2, 3, 9] },
  decoding: passing(
    signOf,
    (y, others, _, { threshold }) => {
      if (threshold === 0) return Math.sign(y + sumOf(others)) || y;
      return others.filter((message) => message !== y).length >= Number(threshold) ? -y : y;
    },
    (y, all) => y + sumOf(all) || y,
  ),
} satisfies HardOracle;
