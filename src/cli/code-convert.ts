import type { CommandModule } from "yargs";
import { VALUE_CONVENTIONS, type ValueConvention } from "../code/formats/format.ts";
import { formatNamed, formatOfFile, loadCode } from "../node/codes.ts";
import { writeNewFile } from "../node/new-file.ts";
import { type CodeFileArguments, loadOptions, withCodeFileOptions } from "./code-options.ts";

interface Arguments extends CodeFileArguments {
  code: string;
  out: string;
  to?: string;
  toValues?: ValueConvention;
  force: boolean;
}

const command: CommandModule<object, Arguments> = {
  command: "convert <code>",
  describe: "write a code in another file format",
  builder: (yargs) =>
    withCodeFileOptions(
      yargs.positional("code", { type: "string", demandOption: true, describe: "name or file of the code" }),
    )
      .option("out", { type: "string", demandOption: true, requiresArg: true, describe: "file to write" })
      .option("to", {
        type: "string",
        requiresArg: true,
        describe: "format of the file to write; its ending decides if left out",
      })
      .option("to-values", {
        choices: VALUE_CONVENTIONS,
        requiresArg: true,
        describe: "what the values shall mean in the file to write; the format's convention if left out",
      })
      .option("force", { type: "boolean", default: false, describe: "overwrite the file if there is one" }),
  handler(options) {
    const format = options.to === undefined ? formatOfFile(options.out, "--to") : formatNamed(options.to);
    const code = loadCode(options.code, loadOptions(options));
    writeNewFile(options.out, format.write(code, { values: options.toValues }), options.force);
  },
};

export default command;
