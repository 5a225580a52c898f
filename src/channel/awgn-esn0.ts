import { awgnChannel, sigmaOfEbN0 } from "./awgn.ts";
import type { ChannelKind } from "./channel-kind.ts";
import { awgnMoments } from "./normal-approximation.ts";

/** Es/N0 of BPSK is Eb/N0 at rate 1. */
const sigmaOf = (esn0: number) => sigmaOfEbN0(esn0, 1);

/** BPSK over AWGN by Es/N0 in dB, Es per sent bit: the noise does not depend on the code's rate. */
export const awgnEsN0 = {
  name: "awgn",
  parameter: "esn0",
  column: "awgn-esn0",
  alphabet: "bit",
  title: "BPSK over AWGN",
  label: "Es/N0",
  unit: "dB",
  markup: "<i>E</i><sub>s</sub>/<i>N</i><sub>0</sub>",
  axis: "<i>E</i><sub>s</sub>/<i>N</i><sub>0</sub> (dB)",
  help: "BPSK over AWGN by Es/N0 in dB, Es = R·Eb",
  seldom: true,
  example: "-1:0.25:0",
  better: "larger",
  fault: (value) => (Math.abs(value) <= 50 ? undefined : "give decibels from -50 to 50"),
  at: (value) => awgnChannel(sigmaOf(value)),
  moments: (value) => awgnMoments(sigmaOf(value)),
  span: () => [-40, 40],
} as const satisfies ChannelKind;
