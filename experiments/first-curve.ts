import { join } from "node:path";
import { CommandExit } from "../src/cli/exit.ts";
import { ENGINE_OPTIONS } from "../src/cli/options/decoder.ts";
import { runCommandLine } from "../src/cli/run.ts";
import { INTERRUPTED } from "../src/node/program.ts";
import { defineExperiment } from "./shared/experiment.ts";
import { Interrupted } from "./shared/lab.ts";
import { measurement, output } from "./shared/options.ts";
import { experimentsFile } from "./shared/pages/results.ts";

const POINTS = "--ebn0=1:0.25:3.25";

/**
 * Limits that end the run within a minute everywhere. All devices and sizes share one folder: a later call continues
 * its run.
 */
export default defineExperiment({
  name: "first-curve",
  summary: "FER and SER of the (620,310) GF(32) code under Min-Max on this machine's device (npm start)",
  paper: "nonbinary",
  opens: "processes",
  options: {
    errors: measurement.count("frame errors of each point", "20", 100),
    frames: measurement.count("most frames of each point", "2000", 1e6),
    out: output.text("folder of the run", "runs/first-curve", "runs/first-curve"),
    ...ENGINE_OPTIONS,
  },
  quick: { errors: 20, frames: 2000 },
  async run({ engine, adapter, errors, frames, out }, lab) {
    const simulate = [
      ...["simulate", "--code=nb620-gf32", "--chunk=16", `--out=${out}`, POINTS],
      ...[`--max-errors=${errors}`, `--max-frames=${frames}`, `--engine=${engine}`],
      ...(adapter === undefined ? [] : [`--adapter=${adapter}`]),
    ];
    lab.kept = `all frames are kept in ${out}`;
    // In this process: another one would load Dawn and the driver again, which takes as long as the curve.
    await untilItsEnd(simulate);
    // The page is the experiment's own: a later call draws it anew.
    await runCommandLine([
      "plot",
      "--show=fer,ser,undetected,capacity,normal-approximation",
      `--reference=${experimentsFile("reference/nonbinary-paper.csv")}`,
      `--out=${join(out, "plot.html")}`,
      "--force",
      "--",
      out,
    ]);
  },
});

/** Runs a command line. @throws Interrupted after Ctrl-C, so that the experiment names its own command to go on. */
async function untilItsEnd(argv: readonly string[]): Promise<void> {
  try {
    await runCommandLine(argv);
  } catch (error) {
    throw error instanceof CommandExit && error.status === INTERRUPTED ? new Interrupted() : error;
  }
}
