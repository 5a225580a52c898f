import { minSumInSteps, offsetMinSum } from "../binary/check-nodes.ts";
import { stepsOf } from "../binary/whole-steps.ts";
import type { BitOracle } from "../rule-oracle.ts";

export default {
  passes: "bits",
  // The offset is at least half of every step.
  numbers: ({ messages }) => ({ offset: messages === "int8" ? [2, 3.3, 8] : [2, 0.3, 8] }),
  checkNode: (options) => {
    const [offset, steps] = [Number(options.offset), stepsOf(options)];
    return steps === undefined ? offsetMinSum(offset, "single") : minSumInSteps(steps, { offset: offset / steps.llr });
  },
} satisfies BitOracle;
