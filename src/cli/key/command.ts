import type { CommandList } from "../command-line/command.ts";

/** The subcommands; a new one is its module and its line here. */
const list: CommandList = {
  noun: "subcommand",
  about: ["A key file belongs to one of two ends and holds its own state: never copy or restore one."],
  entries: [
    {
      name: "new-auth",
      summary: "make an end's key file for --auth-key of secret random bits that both ends share",
      load: async () => (await import("./new-auth.ts")).default,
    },
    {
      name: "add",
      summary: "add fresh secret bits to a key file, at both ends in the same order",
      load: async () => (await import("./add.ts")).default,
    },
    {
      name: "show",
      summary: "show what a key file is, how many messages it has left, and its latest slots",
      load: async () => (await import("./show.ts")).default,
    },
  ],
};

export default list;
