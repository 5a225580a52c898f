import { passing, sumOf } from "../hard-decisions.ts";
import type { HardOracle } from "../rule-oracle.ts";

export default {
  passes: "decisions",
  decoding: passing(
    Math.sign,
    (y, others, iteration) => Math.sign((iteration === 0 ? 2 : 1) * y + sumOf(others)),
    (y, all) => y + sumOf(all) || y,
  ),
} satisfies HardOracle;
