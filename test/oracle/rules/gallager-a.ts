import { passing, signOf, sumOf } from "../hard-decisions.ts";
import type { HardOracle } from "../rule-oracle.ts";

export default {
  passes: "decisions",
  decoding: passing(
    signOf,
    (y, others) => (others.length > 0 && others.every((message) => message !== y) ? -y : y),
    (y, all) => sumOf(all) + (all.length % 2 === 0 ? y : 0),
  ),
} satisfies HardOracle;
