import type { CommandList } from "../command-line/command.ts";

/** The subcommands. A new one is its module and its line here. */
const list: CommandList = {
  noun: "subcommand",
  about: [
    'A code may be a file of base matrices (.base.json), a JSON object with "lifting", "columns" and "shifts": { "lifting": { "rule": "as given", "size": 24 }, "columns": 4, "shifts": [[3, 0, 0, -1], [7, 12, 0, 0]] }. A shift of -1 is a block of zeros.',
  ],
  entries: [
    {
      name: "info",
      summary: "describe a code: dimensions, rank, degrees, girth; check a known codeword",
      load: async () => (await import("./info.ts")).default,
    },
    {
      name: "convert",
      summary: "write a code in another file format",
      load: async () => (await import("./convert.ts")).default,
    },
    {
      name: "construct",
      summary: "construct a code; the same options give the same file on every machine",
      load: async () => (await import("./construct.ts")).default,
    },
    {
      name: "distance",
      summary: "find the lightest words of a code: minimum distance, number of words by weight",
      load: async () => (await import("./distance.ts")).default,
    },
    {
      name: "search-masks",
      summary: "find the mask of circulants whose dispersion code has the fewest low-weight words",
      load: async () => (await import("./search-masks.ts")).default,
    },
    {
      name: "threshold",
      summary: "find the threshold of a multi-edge-type ensemble over the BI-AWGN channel by density evolution",
      load: async () => (await import("./threshold.ts")).default,
    },
  ],
};

export default list;
