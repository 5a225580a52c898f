import yargs from "yargs";
import { defineCommand } from "../command-line/command.ts";
import { choice } from "../command-line/option.ts";

export default defineCommand({
  options: {
    shell: choice(["bash", "zsh"], {
      group: "Output",
      positional: true,
      describe: "shell that reads the script: bash or zsh",
      defaultText: "by $SHELL",
    }),
  },
  about: ["Add the script to ~/.bashrc or ~/.zshrc, or read it into the shell that runs."],
  examples: [{ line: "ldpc completion zsh", does: "the script for zsh" }],
  run({ shell }) {
    const { SHELL } = process.env;
    // yargs reads the shell's name only from this variable.
    if (shell !== undefined) process.env.SHELL = shell;
    yargs([]).scriptName("ldpc").completion("completion", false).showCompletionScript();
    if (shell !== undefined && SHELL !== undefined) process.env.SHELL = SHELL;
    else if (SHELL === undefined) delete process.env.SHELL;
  },
});
