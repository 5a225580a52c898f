import { join } from "node:path";
import { number, text } from "../src/cli/command-line/option.ts";
import { CommandExit } from "../src/cli/exit.ts";
import { ENGINE_OPTIONS } from "../src/cli/options/decoder.ts";
import { print } from "../src/cli/output.ts";
import { runCommandLine } from "../src/cli/run.ts";
import { INTERRUPTED, packageRoot } from "../src/node/program.ts";
import { runLdpc } from "./shared/ldpc-process.ts";
import { defineExperiment } from "./shared/runner/experiment.ts";
import { Interrupted } from "./shared/runner/lab.ts";

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
    errors: number({ group: "Measurement", describe: "frame errors of each point", example: "20", default: 300 }),
    frames: number({ group: "Measurement", describe: "most frames of each point", example: "2000", default: 1e6 }),
    out: text({
      group: "Output",
      describe: "folder of the run",
      placeholder: "FILE",
      example: "runs/first-curve",
      default: "runs/first-curve",
    }),
    ...ENGINE_OPTIONS,
  },
  quick: { errors: 20, frames: 2000 },
  async run({ engine, adapter, errors, frames, out }, lab) {
    const simulate = [
      ...[
        "simulate",
        "--code=nb620-gf32",
        "--chunk=16",
        `--out=${out}`,
        POINTS,
        `--max-errors=${errors}`,
        `--max-frames=${frames}`,
      ],
      ...[`--engine=${engine}`, ...(adapter === undefined ? [] : [`--adapter=${adapter}`])],
    ];
    lab.kept = `all frames are kept in ${out}`;
    if (process.stderr.isTTY) {
      // Its table shows every point as it grows.
      lab.say(`10 points: ${POINTS}`);
      await untilItsEnd(simulate);
    } else {
      let table = "";
      const step = {
        what: `FER at 10 points, ${POINTS}`,
        async run(_: unknown, note: (text: string) => void) {
          ({ stdout: table } = await runLdpc(simulate, { signal: lab.signal, note }));
          return [];
        },
      };
      await lab.measure([step], out);
      print(table);
    }
    const reference = join(packageRoot(), "experiments", "reference", "nonbinary-paper.csv");
    // The page is the experiment's own: a later call draws it anew.
    await runCommandLine([
      "plot",
      "--show=fer,ser,undetected,capacity,normal-approximation",
      `--reference=${reference}`,
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
