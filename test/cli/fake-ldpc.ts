import { runCli } from "../../src/cli/run.ts";
import { simulateCommand } from "../../src/cli/simulate/command.ts";
import { entryBeside } from "../../src/node/engine/entry.ts";
import { fakeEngine, fakeLease } from "./fake-engine.ts";

// As src/cli/main.ts, with `simulate` on the fake engine.
const simulate = simulateCommand(fakeEngine, entryBeside("fake-worker", import.meta.url), fakeLease());
process.exitCode = await runCli(process.argv.slice(2), {
  noun: "command",
  entries: [{ name: "simulate", summary: "simulate on the fake engine", load: async () => simulate }],
});
