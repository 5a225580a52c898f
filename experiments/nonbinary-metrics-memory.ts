import type { CommandModule } from "yargs";
import { runAblation } from "./shared/ablation.ts";
import { NONBINARY_PAPER } from "./shared/nonbinary.ts";
import { type MeasureArguments, withMeasureOptions } from "./shared/report.ts";

const command: CommandModule<object, MeasureArguments & { frames: number }> = {
  command: "nonbinary-metrics-memory",
  describe: "section IV-E: F/B metrics in workgroup against storage memory (the paper's factor 2)",
  builder: (yargs) =>
    withMeasureOptions(yargs, "nonbinary-metrics-memory").option("frames", {
      type: "number",
      default: 64,
      describe: "frames in flight",
    }),
  handler: (options) =>
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
};

export default command;
