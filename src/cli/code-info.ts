import type { CommandModule } from "yargs";
import { codeReport } from "../code/report.ts";
import { loadCode } from "../node/codes.ts";
import { printJson } from "./output.ts";

const command: CommandModule<object, { code: string }> = {
  command: "info <code>",
  describe: "describe a code",
  builder: (yargs) => yargs.positional("code", { type: "string", demandOption: true, describe: "name or file" }),
  handler({ code }) {
    printJson(codeReport(loadCode(code).matrix));
  },
};

export default command;
