import { number } from "../../src/cli/command-line/option.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { measureOptions } from "../shared/report.ts";
import { runAblation } from "./shared/ablation.ts";
import { NONBINARY_PAPER } from "./shared/nonbinary.ts";

export default defineExperiment({
  summary: "section IV-E: F/B metrics in workgroup against storage memory (the paper's factor 2)",
  options: {
    ...measureOptions("nonbinary-metrics-memory"),
    frames: number({ group: "Measurement", describe: "frames in flight", example: "64", default: 64 }),
  },
  run: (options) =>
    runAblation(
      {
        experiment: "nonbinary-metrics-memory",
        source: `${NONBINARY_PAPER}: section IV-E, forward and backward metrics in on-chip memory; paper's GPU: GTX 470`,
        optimised: "metrics=workgroup",
        plain: "metrics=storage",
        paperSpeedup: 2,
      },
      options,
    ),
});
