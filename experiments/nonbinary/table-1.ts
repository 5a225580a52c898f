import { number, text } from "../../src/cli/command-line/option.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { measureKernels } from "../../src/simulation/bench/bench.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { publish } from "../shared/report.ts";
import { NONBINARY_PAPER, PAPER_STAGES, paperJob, paperStage } from "./shared/nonbinary.ts";

/** Table I of the paper, per cent of the run time. */
const PAPER: Readonly<Record<string, number>> = { "Init LLR": 0.08, CNP: 91.64, VNP: 6.43, "Tentative dec": 1.86 };

export default defineExperiment({
  summary: "Table I: share of the run time by stage, serial on one core",
  options: {
    frames: number({ group: "Measurement", describe: "frames decoded", example: "4", default: 4 }),
    out: text({
      group: "Output",
      describe: "JSON file to write",
      defaultText: "runs/nonbinary-table-1.json",
      placeholder: "FILE",
      example: "runs/out.json",
    }),
  },
  async run({ frames, out }) {
    // In this thread: the paper's table is of a serial program.
    const engine = cpuEngine();
    const stages = await measureKernels(paperJob(engine, "stop=none"), frames);
    const names = Object.keys(PAPER_STAGES);
    const total = names.reduce((sum, name) => sum + paperStage(stages, name), 0);
    const comparisons = names.map((what) => ({
      what,
      unit: "% of the time",
      paper: PAPER[what],
      ours: (100 * paperStage(stages, what)) / total,
      how: `${PAPER_STAGES[what].join(" + ")}, ${((1000 * paperStage(stages, what)) / frames).toFixed(2)} ms per frame`,
    }));
    publish(
      {
        experiment: "nonbinary-table-1",
        source: `${NONBINARY_PAPER}: Table I, (620,310) over GF(32), 10 iterations`,
        device: engine.info,
        comparisons,
        details: { secondsByKernel: stages, frames },
      },
      out,
    );
  },
});
