import { number } from "../../src/cli/command-line/option.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { measureOptions } from "../shared/report.ts";
import { runAblation } from "./shared/ablation.ts";
import { NONBINARY_PAPER } from "./shared/nonbinary.ts";

export default defineExperiment({
  summary: "section IV-F: message layout [N,q,M] against [M,N,q] (the paper's factor 4 to 5)",
  options: {
    ...measureOptions("nonbinary-message-layout"),
    frames: number({ group: "Measurement", describe: "frames in flight", example: "64", default: 64 }),
  },
  run: (options) =>
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
});
