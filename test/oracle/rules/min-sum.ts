import { minSum } from "../binary/check-nodes.ts";
import { inSteps } from "../binary/whole-steps.ts";
import type { BitOracle } from "../rule-oracle.ts";

export default {
  passes: "bits",
  checkNode: ({ messages }) => inSteps(messages)?.() ?? minSum(),
} satisfies BitOracle;
