import { InputError } from "../errors.ts";
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
    const reason = "the code has rate 0: the rank of H is its length, so the zero word is the only codeword";
    throw new InputError(`${reason}; is H transposed? A matrix has a column for each symbol and a row for each check`);
  },
  span: () => [-10, 40],
});
