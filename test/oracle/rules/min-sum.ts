import { givenFile } from "../../../src/decoder/given-files.ts";
import { minSum, minSumInSteps, weightedMinSum } from "../binary/check-nodes.ts";
import { stepsOf } from "../binary/whole-steps.ts";
import type { BitOracle } from "../rule-oracle.ts";

export default {
  passes: "bits",
  checkNode: (options) => {
    const steps = stepsOf(options);
    if ((options.weights ?? "none") !== "none") {
      // Lists of iterations of lists of edges.
      const { scale = [[1]], offset = [[0]] } = JSON.parse(givenFile(String(options.weights)).text);
      return weightedMinSum(scale, offset, steps);
    }
    return steps === undefined ? minSum() : minSumInSteps(steps);
  },
} satisfies BitOracle;
