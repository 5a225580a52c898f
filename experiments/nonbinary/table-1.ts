import { measureKernels } from "../../src/simulation/bench/bench.ts";
import { sum } from "../../src/sum.ts";
import { infoFor } from "../shared/measure.ts";
import { measurement } from "../shared/options.ts";
import { reportExperiment } from "../shared/report.ts";
import { PAPER, PAPER_STAGES, paperJob, paperSource, paperStage } from "./shared/paper.ts";

export default reportExperiment({
  name: "nonbinary-table-1",
  summary: "Table I: share of the run time by stage, serial on one core",
  paper: "nonbinary",
  opens: "core",
  options: { frames: measurement.count("frames decoded", "4", 4) },
  plan({ frames }, lab) {
    const job = paperJob(lab.engine, "stop=none");
    return {
      source: paperSource("Table I, (620,310) over GF(32), 10 iterations"),
      device: infoFor(lab.engine, job.program),
      settings: { frames },
      notes: [
        "These are the paper's own kernels (mapping=symbols), one invocation for each symbol of a check, on one core. ldpc simulate takes " +
          "frame-interleaved kernels on all cores instead, and is many times as fast.",
      ],
      measurements: [
        {
          name: "time by kernel",
          async measure() {
            const stages = await measureKernels(job, frames);
            const total = sum(Object.keys(PAPER_STAGES).map((name) => paperStage(stages, name)));
            const rows = PAPER.table1.map(({ stage, percent }) => {
              const seconds = paperStage(stages, stage);
              const how = `${PAPER_STAGES[stage].join(" + ")}, ${((1000 * seconds) / frames).toFixed(2)} ms per frame`;
              return { what: stage, unit: "% of the time", paper: percent, ours: (100 * seconds) / total, how };
            });
            return { rows, details: stages };
          },
        },
      ],
    };
  },
});
