import { minSum, minSumInSteps } from "../binary/check-nodes.ts";
import { stepsOf } from "../binary/whole-steps.ts";
import type { BitOracle } from "../rule-oracle.ts";

export default {
  passes: "bits",
  checkNode: (options) => {
    const steps = stepsOf(options);
    return steps === undefined ? minSum() : minSumInSteps(steps);
  },
} satisfies BitOracle;
