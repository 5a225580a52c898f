import { serve } from "../node/serve/serve.ts";
import { defineCommand, flag, inGroup, number } from "./command-line/option.ts";
import { UsageError } from "./command-line/parse.ts";
import { ENGINE_OPTIONS } from "./options/decoder.ts";
import { stdoutEnd } from "./output.ts";

export default defineCommand({
  options: {
    ...inGroup("Files", {
      stdio: flag("messages come on stdin and go to stdout; ends with the end of stdin"),
      listen: number(
        { placeholder: "FD", example: "3", whole: 3 },
        "descriptor of a socket that listens: also serves the programs that connect to it, all on one device, until stdin ends",
      ),
    }),
    ...ENGINE_OPTIONS,
  },
  examples: { "ldpc serve --stdio": "decode and simulate for the program that has started it" },
  async run({ stdio, listen, ...choice }) {
    if (!stdio)
      throw new UsageError(
        "say --stdio: the program's first client sends its messages on stdin and reads them from stdout",
      );
    // Nothing reaches the client any more.
    stdoutEnd.addEventListener("abort", () => process.exit(0));
    await serve(process.stdin, process.stdout, choice, listen);
  },
});
