import { offsetMinSum } from "../binary/check-nodes.ts";
import { inSteps, stepOf } from "../binary/whole-steps.ts";
import type { BitOracle } from "../rule-oracle.ts";

export default {
  passes: "bits",
  // The offset is at least half of every step.
  numbers: ({ messages }) => ({ offset: messages === "int8" ? [2, 3.3, 8] : [2, 0.3, 8] }),
  checkNode: (options) => {
    const offset = Number(options.offset);
    return inSteps(options.messages)?.({ offset: offset / stepOf(options) }) ?? offsetMinSum(offset, "single");
  },
} satisfies BitOracle;
