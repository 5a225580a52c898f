import { VALUE_CONVENTIONS } from "../../code/formats/format.ts";
import { leftOut } from "../../code/formats/held.ts";
import { formatNamed, formatOfFile, loadCode } from "../../node/codes/codes.ts";
import { requireWritable, writeNewFile } from "../../node/disk/new-file.ts";
import { PATH_SHOWN, printable } from "../../printable.ts";
import { defineCommand } from "../command-line/command.ts";
import { choice, flag, parsed, text } from "../command-line/option.ts";
import { CODE_FILE_OPTIONS, CODE_OPERAND, loadOptions } from "../options/code.ts";
import { say } from "../output.ts";

export default defineCommand({
  options: {
    code: CODE_OPERAND,
    out: text({ group: "Output", placeholder: "FILE", describe: "file to write", example: "H.alist", required: true }),
    to: parsed(
      {
        group: "Output",
        placeholder: "FORMAT",
        describe: "format of the file to write",
        example: "alist",
        defaultText: "by the file's ending",
      },
      (name) => formatNamed(name),
    ),
    "to-values": choice(VALUE_CONVENTIONS, {
      group: "Output",
      describe: "meaning of a non-zero value in the file to write",
      defaultText: "the format's convention",
    }),
    "drop-puncturing": flag({
      group: "Output",
      describe: "write the matrix alone where the code has punctured or shortened symbols",
    }),
    force: flag({ group: "Output", describe: "overwrite the file if it is there" }),
    ...CODE_FILE_OPTIONS,
  },
  examples: [{ line: "ldpc code convert nb620-gf32 --out nb620.alist", does: "a built-in code as a qary alist file" }],
  run(options) {
    const format = options.to ?? formatOfFile(options.out, "--to");
    requireWritable(options.out, options);
    const code = loadCode(options.code, loadOptions(options));
    const wanted = { values: options.toValues, dropPuncturing: options.dropPuncturing };
    const content = "writeBytes" in format ? format.writeBytes(code, wanted) : format.write(code, wanted);
    writeNewFile(options.out, content, options.force);
    const lost = leftOut(code, format, wanted);
    if (lost.length > 0) say(`${printable(options.out, PATH_SHOWN)} is written without ${lost.join("; ")}`);
  },
});
