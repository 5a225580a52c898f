import type { CommandEntry, CommandList } from "./command-line/option.ts";

const codeCommands: CommandList = {
  noun: "subcommand",
  about: [
    'A code may be a file of base matrices (.base.json), a JSON object with "lifting", "columns" and "shifts": { "lifting": { "rule": "as given", "size": 24 }, "columns": 4, "shifts": [[3, 0, 0, -1], [7, 12, 0, 0]] }. A shift of -1 is a block of zeros.',
  ],
  entries: [
    {
      name: "info",
      summary: "describe a code: dimensions, rank, degrees, girth; check a known codeword",
      load: async () => (await import("./code/info.ts")).default,
    },
    {
      name: "convert",
      summary: "write a code in another file format",
      load: async () => (await import("./code/convert.ts")).default,
    },
    {
      name: "construct",
      summary: "construct a code; the same options give the same file on every machine",
      load: async () => (await import("./code/construct.ts")).default,
    },
    {
      name: "distance",
      summary: "find the lightest words of a code: minimum distance, number of words by weight",
      load: async () => (await import("./code/distance.ts")).default,
    },
    {
      name: "floor",
      summary: "find the trapping and absorbing sets of a code, with their numbers",
      load: async () => (await import("./code/floor.ts")).default,
    },
    {
      name: "search-masks",
      summary: "find the mask of circulants whose dispersion code has the fewest low-weight words",
      load: async () => (await import("./code/search-masks.ts")).default,
    },
    {
      name: "design",
      summary: "search for degree distributions and protographs by threshold, or by the Eb/N0 that lifts need",
      load: async () => (await import("./code/design.ts")).default,
    },
    {
      name: "threshold",
      summary: "find the threshold of an ensemble or a protograph under a decoder",
      load: async () => (await import("./code/threshold.ts")).default,
    },
  ],
};

/** The commands of `ldpc` in the order of help. A new command is its module and its line here. */
const entries: readonly CommandEntry[] = [
  {
    name: "simulate",
    topic: "Simulation",
    summary: "simulate FER, SER and BER of a code and a decoder over a channel",
    load: async () => (await import("./sweep.ts")).commands.simulate,
  },
  {
    name: "sweep",
    topic: "Simulation",
    summary: "simulate many codes and decoders, as a file lists them",
    load: async () => (await import("./sweep.ts")).commands.sweep,
  },
  {
    name: "slurm",
    topic: "Simulation",
    summary: "submit the runs of a sweep file to a Slurm cluster",
    load: async () => (await import("./slurm.ts")).default,
  },
  {
    name: "plot",
    topic: "Simulation",
    summary: "draw the error rates of runs, or compare them with published ones",
    load: async () => (await import("./plot.ts")).default,
  },
  {
    name: "report",
    topic: "Simulation",
    summary: "write one page of a sweep: curves, gaps, settings, devices and points",
    load: async () => (await import("./report.ts")).default,
  },
  {
    name: "compare",
    topic: "Simulation",
    summary: "compare two runs, or a run and published points: exact tests and the gap in dB",
    load: async () => (await import("./compare.ts")).default,
  },
  {
    name: "replay",
    topic: "Simulation",
    summary: "decode failed frames of a run again, also by another decoder",
    load: async () => (await import("./replay.ts")).default,
  },
  {
    name: "status",
    topic: "Simulation",
    summary: "show the progress of a run, or list all runs below a folder",
    load: async () => (await import("./status.ts")).default,
  },
  {
    name: "merge",
    topic: "Simulation",
    summary: "add up runs of the same code, decoder and seed from several machines",
    load: async () => (await import("./merge.ts")).default,
  },
  {
    name: "selftest",
    topic: "Simulation",
    summary: "try a shared folder with workers that are killed and hindered",
    load: async () => (await import("./selftest.ts")).default,
  },
  {
    name: "codes",
    topic: "Codes and decoders",
    summary: "list the built-in codes",
    load: async () => (await import("./codes.ts")).default,
  },
  {
    name: "code",
    topic: "Codes and decoders",
    summary: "describe, convert or construct a code, or analyse an ensemble",
    load: async () => codeCommands,
  },
  {
    name: "limits",
    topic: "Codes and decoders",
    summary: "compute how good a code can be: capacity, normal approximation, bounds",
    load: async () => (await import("./limits.ts")).default,
  },
  {
    name: "decoders",
    topic: "Codes and decoders",
    summary: "list the decoders with their cost and exactness, or explain one",
    load: async () => (await import("./decoders.ts")).default,
  },
  {
    name: "encode",
    topic: "Decoding",
    summary: "encode the bits of a file, or random ones, into code words as they are sent",
    load: async () => (await import("./encode.ts")).default,
  },
  {
    name: "decode",
    topic: "Decoding",
    summary: "decode the LLRs of a file",
    load: async () => (await import("./decode.ts")).default,
  },
  {
    name: "bench",
    topic: "Decoding",
    summary: "measure throughput and latency of a decoder",
    load: async () => (await import("./bench.ts")).default,
  },
  {
    name: "serve",
    topic: "Decoding",
    summary: "decode and simulate for another program, such as the Python package",
    load: async () => (await import("./serve.ts")).default,
  },
  {
    name: "devices",
    topic: "Decoding",
    summary: "list the devices that --engine and --adapter choose from",
    load: async () => (await import("./devices.ts")).default,
  },
  {
    name: "key",
    topic: "Quantum key distribution",
    summary: "reconcile sifted bits or Gaussian values of two ends",
    load: async () => (await import("../reconciliation/commands/command.ts")).default,
  },
  {
    name: "correlated-values",
    topic: "Quantum key distribution",
    summary: "write correlated Gaussian values of two ends, to try reconciliation with",
    load: async () => (await import("../reconciliation/commands/correlated-values.ts")).default,
  },
  {
    name: "experiment",
    topic: "Papers",
    summary: "regenerate a table or figure of a paper",
    load: async () => (await import("./experiment.ts")).default,
  },
  {
    name: "completion",
    topic: "This machine",
    summary: "print a script that completes command lines in bash or zsh",
    load: async () => (await import("./completion.ts")).default,
  },
];

export const program: CommandList = {
  noun: "command",
  about: ["LDPC codes over GF(2) to GF(256): construct, simulate and decode on a GPU through WebGPU, or on the CPU."],
  entries,
  examples: [
    {
      line: "ldpc simulate --code nb620-gf32 --ebn0 1:0.25:3 --out runs/nb620",
      does: "simulate a FER curve from 1 to 3 dB",
    },
    { line: "ldpc plot runs/nb620 --reference paper.csv --compare", does: "compare it with published points" },
    { line: "ldpc code info H.alist", does: "describe a parity-check matrix of your own" },
  ],
};
