import { InputError } from "../errors.ts";
import { awgnChannel, sigmaOfEbN0 } from "./awgn.ts";
import type { ChannelKind } from "./channel-kind.ts";
import { awgnMoments } from "./normal-approximation.ts";

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
  at(value, code) {
    const rate = code.rate();
    if (rate > 0) return awgnChannel(sigmaOfEbN0(value, rate));
    const reason = "the code has rate 0: the rank of H is its length, so the zero word is the only codeword";
    throw new InputError(`${reason}; is H transposed? A matrix has a column for each symbol and a row for each check`);
  },
  moments: (value, code) => awgnMoments(sigmaOfEbN0(value, code.rate())),
  span: () => [-10, 40],
} as const satisfies ChannelKind;
