import { minSumInt8, offsetMinSum } from "../binary/check-nodes.ts";
import type { BitOracle } from "../rule-oracle.ts";

export default {
  passes: "bits",
  // At least half of every step.
  numbers: ({ messages }) => ({ offset: messages === "int8" ? [2, 3.3, 8] : [2, 0.3, 8] }),
  checkNode: ({ messages, offset, step }) =>
    messages === "int8"
      ? minSumInt8({ offset: Number(offset) / Number(step) })
      : offsetMinSum(Number(offset), "single"),
} satisfies BitOracle;
