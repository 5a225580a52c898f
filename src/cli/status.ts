import type { CommandModule } from "yargs";
import { readLedger } from "../node/ledger-store.ts";
import { requireRunFile, runSweep } from "../node/run-file.ts";
import { sweepPoints, sweepRows } from "../simulation/sweep.ts";
import { print, printJson } from "./output.ts";
import { sweepLine, sweepTable } from "./sweep-table.ts";

interface Arguments {
  readonly folder: string;
  readonly json: boolean;
}

const command: CommandModule<object, Arguments> = {
  command: "status <folder>",
  describe: "show how far a run is, from its shards; changes nothing",
  builder: (yargs) =>
    yargs
      .positional("folder", { type: "string", demandOption: true, describe: "folder of the run" })
      .option("json", { type: "boolean", default: false, describe: "print the points as JSON" }),
  handler({ folder, json }) {
    const run = requireRunFile(folder);
    const sweep = runSweep(run);
    const points = sweepPoints(sweep, readLedger(folder));
    if (json) printJson(sweepRows(sweep, points));
    else print(`${run.code.name}, ${run.decoder}: ${sweepLine(sweep, points)}\n${sweepTable(sweep, points)}`);
  },
};

export default command;
