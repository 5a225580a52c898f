import yargs from "yargs";
import { hideBin } from "yargs/helpers";
import compileSources from "../compile-sources.ts";
import { faultRun } from "./fault-run.ts";
import { programs } from "./programs.ts";

// Runs simulations in several processes, does harm to them and compares what they publish with an undisturbed run.
const { runs, seed, lanes, keep } = await yargs(hideBin(process.argv))
  .scriptName("npm run faults --")
  .usage(
    "$0\n\nkills, stops and interrupts processes, damages their files and fills their disk, and checks what they publish",
  )
  .option("runs", { type: "number", default: 100, describe: "number of runs" })
  .option("seed", { type: "number", default: 1, describe: "seed of the first run; the next ones follow" })
  .option("lanes", { type: "number", default: 2, describe: "runs at the same time" })
  .option("keep", { type: "boolean", default: false, describe: "keep the folders of runs that failed" })
  .strict()
  .parseAsync();

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
process.exitCode = failed > 0 ? 1 : 0;
