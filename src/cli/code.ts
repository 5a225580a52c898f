import type { CommandModule } from "yargs";
import construct from "./code-construct.ts";
import convert from "./code-convert.ts";
import info from "./code-info.ts";
import searchMasks from "./code-search-masks.ts";
import threshold from "./code-threshold.ts";
import type { Command } from "./command.ts";

/** The subcommands; a new one is its file and its word here. */
const subcommands: Command[] = [info, convert, construct, searchMasks, threshold];

const command: CommandModule = {
  command: "code",
  describe: "look at, convert or construct a code, or analyse an ensemble",
  builder: (yargs) => yargs.command(subcommands).demandCommand(1, "no subcommand given"),
  handler() {},
};

export default command;
