import type { CommandModule } from "yargs";
import { InputError } from "../errors.ts";
import { mergeRuns } from "../node/merge-runs.ts";
import { formatCount } from "../report/format.ts";
import { print } from "./output.ts";
import { sweepTable } from "./sweep-table.ts";

interface Arguments {
  readonly folders: string[];
  readonly out: string;
}

const command: CommandModule<object, Arguments> = {
  command: "merge <folders..>",
  describe: "merge runs of the same code, decoder and seed, or parts of one, for example from several machines",
  builder: (yargs) =>
    yargs
      .positional("folders", { type: "string", array: true, demandOption: true, describe: "folders of the runs" })
      .option("out", { type: "string", demandOption: true, requiresArg: true, describe: "folder for the merged run" }),
  async handler({ folders, out }) {
    if (typeof out !== "string") throw new InputError("--out is given more than once");
    const say = (text: string) => void process.stderr.write(`${text}\n`);
    const { reader, folders: merged } = await mergeRuns(folders, out, say);
    for (const { folder, newFrames } of merged) say(`${folder}: ${formatCount(newFrames)} new frames`);
    print(sweepTable(reader.sweep, reader.points));
  },
};

export default command;
