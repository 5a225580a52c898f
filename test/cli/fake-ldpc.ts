import { runCli } from "../../src/cli/run.ts";
import { simulationCommands } from "../../src/cli/sweep.ts";
import { entryBeside } from "../../src/node/engine/entry.ts";
import { fakeEngine, fakeSigns } from "./fake-engine.ts";

// Like src/cli/main.ts, but `simulate` and `sweep` use the fake engine.
const worker = entryBeside("fake-worker", import.meta.url);
const commands = simulationCommands({ createRunnerFactory: fakeEngine, workerEntry: worker, signs: fakeSigns() });
process.exitCode = await runCli(process.argv.slice(2), {
  noun: "command",
  entries: [
    { name: "simulate", summary: "simulate on the fake engine", load: async () => commands.simulate },
    { name: "sweep", summary: "simulate a sweep on the fake engine", load: async () => commands.sweep },
  ],
});
