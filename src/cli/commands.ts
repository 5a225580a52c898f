import type { AnyCommand, CommandEntry, CommandList } from "./command-line/option.ts";

/** Name, summary, and the module whose default is the command or the list of commands. */
type Row = readonly [
  name: string,
  summary: string,
  load: () => Promise<{ readonly default: AnyCommand | CommandList }>,
];

function entriesOf(rows: readonly Row[], topic?: string): CommandEntry[] {
  return rows.map(([name, summary, load]) => ({ name, topic, summary, load: async () => (await load()).default }));
}

const codeCommands: CommandList = {
  noun: "subcommand",
  about: [
    'A code may be a file of base matrices (.base.json), a JSON object with "lifting", "columns" and "shifts": { "lifting": { "rule": "as given", "size": 24 }, "columns": 4, "shifts": [[3, 0, 0, -1], [7, 12, 0, 0]] }. A shift of -1 is a block of zeros.',
  ],
  entries: entriesOf([
    [
      "info",
      "describe a code: dimensions, rank, degrees, girth; check a known codeword",
      () => import("./code/info.ts"),
    ],
    ["convert", "write a code in another file format", () => import("./code/convert.ts")],
    [
      "construct",
      "construct a code; the same options give the same file on every machine",
      () => import("./code/construct.ts"),
    ],
    [
      "distance",
      "find the lightest words of a code: minimum distance, number of words by weight",
      () => import("./code/distance.ts"),
    ],
    ["floor", "find the trapping and absorbing sets of a code, with their numbers", () => import("./code/floor.ts")],
    [
      "search-masks",
      "find the mask of circulants whose dispersion code has the fewest low-weight words",
      () => import("./code/search-masks.ts"),
    ],
    [
      "design",
      "search for degree distributions and protographs by threshold, or by the Eb/N0 that lifts need",
      () => import("./code/design.ts"),
    ],
    [
      "threshold",
      "find the threshold of an ensemble or a protograph under a decoder",
      () => import("./code/threshold.ts"),
    ],
  ]),
};

/** The commands of `ldpc` by topic in the order of help. A new command is its module and its line here. */
const COMMANDS: Readonly<Record<string, readonly Row[]>> = {
  Simulation: [
    [
      "simulate",
      "simulate FER, SER and BER of a code and a decoder over a channel",
      async () => ({ default: (await import("./sweep.ts")).commands.simulate }),
    ],
    [
      "sweep",
      "simulate many codes and decoders, as a file lists them",
      async () => ({ default: (await import("./sweep.ts")).commands.sweep }),
    ],
    ["slurm", "submit the runs of a sweep file to a Slurm cluster", () => import("./slurm.ts")],
    ["plot", "draw the error rates of runs, or compare them with published ones", () => import("./plot.ts")],
    ["report", "write one page of a sweep: curves, gaps, settings, devices and points", () => import("./report.ts")],
    [
      "compare",
      "compare two runs, or a run and published points: exact tests and the gap in dB",
      () => import("./compare.ts"),
    ],
    ["replay", "decode failed frames of a run again, also by another decoder", () => import("./replay.ts")],
    ["status", "show the progress of a run, or list all runs below a folder", () => import("./status.ts")],
    ["merge", "add up runs of the same code, decoder and seed from several machines", () => import("./merge.ts")],
    ["selftest", "try a shared folder with workers that are killed and hindered", () => import("./selftest.ts")],
  ],
  "Codes and decoders": [
    ["codes", "list the built-in codes", () => import("./codes.ts")],
    ["code", "describe, convert or construct a code, or analyse an ensemble", async () => ({ default: codeCommands })],
    ["limits", "compute how good a code can be: capacity, normal approximation, bounds", () => import("./limits.ts")],
    ["decoders", "list the decoders with their cost and exactness, or explain one", () => import("./decoders.ts")],
  ],
  Decoding: [
    [
      "encode",
      "encode the bits of a file, or random ones, into code words as they are sent",
      () => import("./encode.ts"),
    ],
    ["decode", "decode the LLRs of a file", () => import("./decode.ts")],
    ["bench", "measure throughput and latency of a decoder", () => import("./bench.ts")],
    ["serve", "decode and simulate for another program, such as the Python package", () => import("./serve.ts")],
    ["devices", "list the devices that --engine and --adapter choose from", () => import("./devices.ts")],
  ],
  "Quantum key distribution": [
    [
      "key",
      "reconcile sifted bits or Gaussian values of two ends",
      () => import("../reconciliation/commands/command.ts"),
    ],
    [
      "correlated-values",
      "write correlated Gaussian values of two ends, to try reconciliation with",
      () => import("../reconciliation/commands/correlated-values.ts"),
    ],
  ],
  Papers: [["experiment", "regenerate a table or figure of a paper", () => import("./experiment.ts")]],
  "This machine": [
    ["completion", "print a script that completes command lines in bash or zsh", () => import("./completion.ts")],
  ],
};

export const program: CommandList = {
  noun: "command",
  about: ["LDPC codes over GF(2) to GF(256): construct, simulate and decode on a GPU through WebGPU, or on the CPU."],
  entries: Object.entries(COMMANDS).flatMap(([topic, rows]) => entriesOf(rows, topic)),
  examples: {
    "ldpc simulate --code nb620-gf32 --ebn0 1:0.25:3 --out runs/nb620": "simulate a FER curve from 1 to 3 dB",
    "ldpc plot runs/nb620 --reference paper.csv --compare": "compare it with published points",
    "ldpc code info H.alist": "describe a parity-check matrix of your own",
  },
};
