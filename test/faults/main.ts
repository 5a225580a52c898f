import { defineCommand, flag, inGroup, number } from "../../src/cli/command-line/option.ts";
import { runCli } from "../../src/cli/run.ts";
import compileSources from "../setup/compile-sources.ts";
import { faultRun } from "./fault-run.ts";
import { programs } from "./programs.ts";

// Runs simulations in several processes, disturbs them and compares their published points with an undisturbed run's.
const faults = defineCommand({
  options: {
    ...inGroup("Stopping", {
      runs: number({ example: "500", whole: 1, default: 100 }, "number of runs"),
      seed: number(
        { placeholder: "SEED", example: "7", whole: 0, default: 1 },
        "seed of the first run; the next ones follow",
      ),
    }),
    ...inGroup("Computing", {
      lanes: number({ example: "4", whole: 1, default: 2 }, "runs at the same time"),
    }),
    ...inGroup("Output", {
      keep: flag("keep the folders of runs that failed"),
    }),
  },
  async run({ runs, seed, lanes, keep }) {
    await compileSources();
    let next = seed;
    let failed = 0;
    const lane = async () => {
      while (next < seed + runs) {
        const outcome = await faultRun(programs, next++, keep);
        if (outcome.failures.length > 0) failed++;
        const state = outcome.failures.length > 0 ? "FAILED" : "ok";
        console.log(`run ${outcome.seed}: ${state}, ${outcome.done.length} faults, ${outcome.seconds.toFixed(1)} s`);
        if (outcome.failures.length > 0) console.log([...outcome.done, ...outcome.failures].join("\n"));
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    console.log(`${runs - failed} of ${runs} runs published what an undisturbed run publishes`);
    if (failed > 0) process.exitCode = 1;
  },
});

const summary =
  "kill, stop and interrupt simulations, damage their files, fill their disk, and check what they publish";
const entries = [{ name: "faults", summary, load: async () => faults }];
const status = await runCli(["faults", ...process.argv.slice(2)], { noun: "command", entries });
if (status !== 0) process.exitCode = status;
