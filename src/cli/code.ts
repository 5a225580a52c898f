import type { CommandModule } from "yargs";
import info from "./code-info.ts";

const command: CommandModule = {
  command: "code",
  describe: "look at, convert or construct a code",
  builder: (yargs) => yargs.command([info]).demandCommand(1, "no subcommand given"),
  handler() {},
};

export default command;
