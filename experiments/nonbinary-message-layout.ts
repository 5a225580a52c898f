import type { CommandModule } from "yargs";
import { runAblation } from "./shared/ablation.ts";
import { NONBINARY_PAPER } from "./shared/nonbinary.ts";
import { type MeasureArguments, withMeasureOptions } from "./shared/report.ts";

const command: CommandModule<object, MeasureArguments & { frames: number }> = {
  command: "nonbinary-message-layout",
  describe: "section IV-F: message layout [N,q,M] against [M,N,q] (the paper's factor 4 to 5)",
  builder: (yargs) =>
    withMeasureOptions(yargs, "nonbinary-message-layout").option("frames", {
      type: "number",
      default: 64,
      describe: "frames in flight",
    }),
  handler: (options) =>
    runAblation(
      {
        experiment: "nonbinary-message-layout",
        source: `${NONBINARY_PAPER}: section IV-F, coalesced message layout, the paper's 4 to 5; paper's GPU: GTX 470`,
        optimised: "layout=NqM",
        plain: "layout=MNq",
        paperSpeedup: 4.5,
      },
      options,
    ),
};

export default command;
