import { sigmaOfEbN0 } from "./awgn.ts";
import { awgnKind, DECIBELS } from "./awgn-kind.ts";

/** BPSK over AWGN by Es/N0 in dB, Es per sent bit: the noise does not depend on the code's rate. */
export const awgnEsN0 = awgnKind({
  ...DECIBELS,
  parameter: "esn0",
  column: "awgn-esn0",
  label: "Es/N0",
  markup: "<i>E</i><sub>s</sub>/<i>N</i><sub>0</sub>",
  axis: "<i>E</i><sub>s</sub>/<i>N</i><sub>0</sub> (dB)",
  help: "BPSK over AWGN by Es/N0 in dB, Es = R·Eb",
  seldom: true,
  example: "-1:0.25:0",
  // Es/N0 of BPSK is Eb/N0 at rate 1.
  sigma: (value) => sigmaOfEbN0(value, 1),
  span: () => [-40, 40],
});
