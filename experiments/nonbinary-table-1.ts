import type { CommandModule } from "yargs";
import { cpuEngine } from "../src/engine/cpu/engine.ts";
import { measureStages } from "../src/simulation/bench/bench.ts";
import { NONBINARY_PAPER, PAPER_STAGES, paperJob, paperStage } from "./shared/nonbinary.ts";
import { publish } from "./shared/report.ts";

/** Table I of the paper, per cent of the run time. */
const PAPER: Readonly<Record<string, number>> = { "Init LLR": 0.08, CNP: 91.64, VNP: 6.43, "Tentative dec": 1.86 };

const command: CommandModule<object, { frames: number; out?: string }> = {
  command: "nonbinary-table-1",
  describe: "Table I: share of the run time by stage, serial on one core",
  builder: (yargs) =>
    yargs.option("frames", { type: "number", default: 4, describe: "frames decoded" }).option("out", {
      type: "string",
      requiresArg: true,
      describe: "JSON file to write [runs/nonbinary-table-1.json]",
    }),
  async handler({ frames, out }) {
    // In this thread: the paper's table is of a serial program.
    const engine = cpuEngine();
    const stages = await measureStages(paperJob(engine, "stop=none"), frames);
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
};

export default command;
