import { minSumInt8, offsetMinSum } from "../binary/check-nodes.ts";
import type { BitOracle } from "../rule-oracle.ts";

export default {
  passes: "bits",
  // Whole numbers of every step.
  numbers: () => ({ offset: [2, 4, 8] }),
  checkNode: ({ messages, offset, step }) =>
    messages === "int8"
      ? minSumInt8({ offset: Number(offset) / Number(step) })
      : offsetMinSum(Number(offset), "single"),
} satisfies BitOracle;
