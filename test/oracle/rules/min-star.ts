import { minStarInSteps } from "../binary/check-nodes.ts";
import { stepsOf } from "../binary/whole-steps.ts";
import type { BitOracle } from "../rule-oracle.ts";

export default {
  passes: "bits",
  checkNode: (options) => minStarInSteps(stepsOf(options)!),
} satisfies BitOracle;
