import type { CommandList } from "../../../cli/command-line/command.ts";

/** The roles over Gaussian values. A new one is its module and its line here. */
const list: CommandList = {
  noun: "subcommand",
  about: [
    "Reverse reconciliation of Gaussian values (CV-QKD): Bob sends syndromes and Alice corrects. Alice may begin with ldpc key estimate and ends with ldpc key accept.",
  ],
  entries: [
    {
      name: "send",
      summary: "write the syndromes of Bob's values",
      load: async () => (await import("./send.ts")).default,
    },
    {
      name: "correct",
      summary: "find Bob's bits from Alice's values and his syndromes",
      load: async () => (await import("./correct.ts")).default,
    },
    {
      name: "confirm",
      summary: "make Bob's key by Alice's verdict, and confirm hers",
      load: async () => (await import("./confirm.ts")).default,
    },
    {
      name: "retry",
      summary: "disclose more of the blocks that failed",
      load: async () => (await import("./retry.ts")).default,
    },
    {
      name: "both",
      summary: "make both keys in one place, for research",
      load: async () => (await import("./both.ts")).default,
    },
  ],
};

export default list;
