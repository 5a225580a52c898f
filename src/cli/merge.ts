import type { CommandModule } from "yargs";
import { InputError } from "../errors.ts";
import { readLedger } from "../node/ledger-store.ts";
import { mergeRuns } from "../node/merge-runs.ts";
import { runSweep } from "../node/run-file.ts";
import { sweepPoints } from "../simulation/sweep.ts";
import { print } from "./output.ts";
import { sweepTable } from "./sweep-table.ts";

interface Arguments {
  readonly folders: string[];
  readonly out: string;
}

const command: CommandModule<object, Arguments> = {
  command: "merge <folders..>",
  describe: "merge runs of the same code, decoder and seed, for example from several machines",
  builder: (yargs) =>
    yargs
      .positional("folders", { type: "string", array: true, demandOption: true, describe: "folders of the runs" })
      .option("out", { type: "string", demandOption: true, requiresArg: true, describe: "folder for the merged run" }),
  handler({ folders, out }) {
    if (typeof out !== "string") throw new InputError("--out is given more than once");
    const sweep = runSweep(mergeRuns(folders, out));
    print(sweepTable(sweep, sweepPoints(sweep, readLedger(out))));
  },
};

export default command;
