import { awgnChannel, sigmaOfEbN0 } from "./awgn.ts";
import type { ChannelKind } from "./channel-kind.ts";

/** BPSK over AWGN by Eb/N0 in dB, Eb per information bit: the noise depends on the code's rate. */
export const awgnEbN0 = {
  name: "awgn",
  parameter: "ebn0",
  column: "awgn",
  alphabet: "bit",
  title: "BPSK over AWGN",
  label: "Eb/N0",
  unit: "dB",
  markup: "<i>E</i><sub>b</sub>/<i>N</i><sub>0</sub>",
  axis: "<i>E</i><sub>b</sub>/<i>N</i><sub>0</sub> (dB)",
  help: "BPSK over AWGN by Eb/N0 in dB",
  example: "2:0.25:3",
  needsRate: true,
  better: "larger",
  fault: (value) => (Math.abs(value) <= 50 ? undefined : "give decibels from -50 to 50"),
  at: (value, code) => awgnChannel(sigmaOfEbN0(value, code.rate())),
} as const satisfies ChannelKind;
