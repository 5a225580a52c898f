import { minSum, minSumInt8 } from "../binary/check-nodes.ts";
import type { BitOracle } from "../rule-oracle.ts";

export default {
  passes: "bits",
  checkNode: ({ messages }) => (messages === "int8" ? minSumInt8() : minSum()),
} satisfies BitOracle;
