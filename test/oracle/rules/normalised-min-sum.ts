import { minSumInSteps, normalisedMinSum } from "../binary/check-nodes.ts";
import { stepsOf } from "../binary/whole-steps.ts";
import type { BitOracle } from "../rule-oracle.ts";

export default {
  passes: "bits",
  numbers: () => ({ scale: [0.75, 0.0625, 1, 0.825, 0.5, 0.3, 0.8125] }),
  checkNode: (options) => {
    const [scale, steps] = [Number(options.scale), stepsOf(options)];
    return steps === undefined ? normalisedMinSum(scale, "single") : minSumInSteps(steps, { scale });
  },
} satisfies BitOracle;
