import { join } from "node:path";
import { text } from "../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS } from "../src/cli/options/engine.ts";
import { runCli } from "../src/cli/run.ts";
import { openEngine } from "../src/node/engine/engines.ts";
import { packageRoot } from "../src/node/package-root.ts";
import { defineExperiment } from "./shared/experiment.ts";

/**
 * Effort by device, so that the run ends within a minute everywhere: on a CPU points have fewer errors, and a few seconds. One folder for
 * both: a better device later goes on with what is there.
 */
const POINTS = "--ebn0=1:0.25:3.25";
const GPU = [POINTS, "--max-errors=300", "--max-frames=1e6"];
const SOFTWARE = [POINTS, "--max-errors=20", "--max-frames=1e6", "--max-time=6"];

export default defineExperiment({
  summary: "FER and SER of the (620,310) GF(32) code under Min-Max on whatever this machine has (npm start)",
  options: {
    out: text({
      group: "Output",
      describe: "folder of the run",
      placeholder: "FILE",
      example: "runs/first-curve",
      default: "runs/first-curve",
    }),
    ...ENGINE_OPTIONS,
  },
  async run({ engine, adapter, out }) {
    const opened = await openEngine({ engine, adapter });
    const { software } = opened.info;
    await opened.close();
    const device = [`--engine=${engine}`, ...(adapter === undefined ? [] : [`--adapter=${adapter}`])];
    const simulate = [
      "simulate",
      "--code=nb620-gf32",
      "--chunk=16",
      `--out=${out}`,
      ...(software ? SOFTWARE : GPU),
      ...device,
    ];
    const reference = join(packageRoot(), "experiments", "reference", "nonbinary-paper.csv");
    process.exitCode = await runCli(simulate);
    if (process.exitCode !== 0) return;
    process.exitCode = await runCli(["plot", out, `--reference=${reference}`, `--out=${out}/plot.html`]);
  },
});
