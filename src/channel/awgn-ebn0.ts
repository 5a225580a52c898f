import { rateZeroError } from "../code/rate-matching.ts";
import { sigmaOfEbN0 } from "./awgn.ts";
import { awgnKind, BPSK, DECIBELS } from "./awgn-kind.ts";

/** BPSK over AWGN by Eb/N0 in dB, Eb per information bit: the noise depends on the code's rate. */
export const awgnEbN0 = awgnKind({
  ...DECIBELS,
  parameter: "ebn0",
  column: "awgn",
  label: "Eb/N0",
  markup: "<i>E</i><sub>b</sub>/<i>N</i><sub>0</sub>",
  axis: "<i>E</i><sub>b</sub>/<i>N</i><sub>0</sub> (dB)",
  help: "BPSK over AWGN by Eb/N0 in dB",
  example: "2:0.25:3",
  needsRate: true,
  sigma(value, code, { bits } = BPSK) {
    const rate = code.rate();
    if (rate > 0) return sigmaOfEbN0(value, rate * bits);
    throw rateZeroError();
  },
  span: () => [-10, 40],
});
