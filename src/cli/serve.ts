import { serve } from "../node/serve/serve.ts";
import { defineCommand, flag } from "./command-line/option.ts";
import { UsageError } from "./command-line/parse.ts";
import { ENGINE_OPTIONS } from "./options/decoder.ts";
import { stdoutEnd } from "./output.ts";

export default defineCommand({
  options: {
    stdio: flag({
      group: "Files",
      describe: "messages come on stdin and go to stdout; ends with the end of stdin",
    }),
    ...ENGINE_OPTIONS,
  },
  examples: [{ line: "ldpc serve --stdio", does: "decode and simulate for the program that has started it" }],
  async run({ stdio, ...choice }) {
    if (!stdio) throw new UsageError("say --stdio: messages on stdin and stdout are the only connection");
    // Nothing reaches the client any more.
    stdoutEnd.addEventListener("abort", () => process.exit(0));
    await serve(process.stdin, process.stdout, choice);
  },
});
