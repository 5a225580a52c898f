import { number } from "../../src/cli/command-line/option.ts";
import { measureKernels } from "../../src/simulation/bench/bench.ts";
import { infoFor } from "../shared/kernel-form.ts";
import { reportOut } from "../shared/options.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { measureReport } from "../shared/runner/report-run.ts";
import { PAPER_STAGES, paperJob, paperSource, paperStage } from "./shared/nonbinary.ts";
import { nonbinaryTables } from "./shared/paper.ts";

/** Table I, per cent of the run time. */
const PAPER = new Map(nonbinaryTables().table1.map(({ stage, percent }) => [stage, percent]));

const NOTE =
  "These are the paper's own kernels (mapping=symbols), one invocation for each symbol of a check, on one core. ldpc simulate takes " +
  "frame-interleaved kernels on all cores instead, and is many times as fast.";

export default defineExperiment({
  name: "nonbinary-table-1",
  summary: "Table I: share of the run time by stage, serial on one core",
  paper: "nonbinary",
  opens: "core",
  options: {
    frames: number({ group: "Measurement", describe: "frames decoded", example: "4", default: 4 }),
    out: reportOut("nonbinary-table-1"),
  },
  async run({ frames, out }, lab) {
    const job = paperJob(lab.engine, "stop=none");
    await measureReport(lab, out, {
      experiment: "nonbinary-table-1",
      source: paperSource("Table I, (620,310) over GF(32), 10 iterations"),
      device: infoFor(lab.engine, job.program),
      settings: { frames },
      notes: [NOTE],
      measurements: [
        {
          name: "time by kernel",
          async measure() {
            const stages = await measureKernels(job, frames);
            const names = Object.keys(PAPER_STAGES);
            const total = names.reduce((sum, name) => sum + paperStage(stages, name), 0);
            const rows = names.map((what) => ({
              what,
              unit: "% of the time",
              paper: PAPER.get(what),
              ours: (100 * paperStage(stages, what)) / total,
              how: `${PAPER_STAGES[what].join(" + ")}, ${((1000 * paperStage(stages, what)) / frames).toFixed(2)} ms per frame`,
            }));
            return { rows, details: stages };
          },
        },
      ],
    });
  },
});
