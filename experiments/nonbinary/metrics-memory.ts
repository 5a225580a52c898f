import { ablationExperiment } from "./shared/ablation.ts";
import { PAPER } from "./shared/paper.ts";

export default ablationExperiment({
  name: "nonbinary-metrics-memory",
  summary: "section IV-E: F/B metrics in workgroup against storage memory (the paper's factor 2)",
  section: "section IV-E, forward and backward metrics in on-chip memory",
  optimised: "metrics=workgroup",
  plain: "metrics=storage",
  paperSpeedup: PAPER.metricsSpeedup,
});
