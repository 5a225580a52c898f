import { awgnChannel } from "./awgn.ts";
import type { ChannelKind } from "./channel-kind.ts";
import { awgnMoments } from "./normal-approximation.ts";

const sigmaOf = (decibels: number) => 10 ** (-decibels / 20);

/** BPSK of unit energy over AWGN by SNR = 1/σ² in dB, 3.01 dB more than Es/N0. */
export const awgnSnrDb = {
  name: "awgn",
  parameter: "snr-db",
  column: "awgn-snr-db",
  alphabet: "bit",
  title: "BPSK over AWGN",
  label: "SNR",
  unit: "dB",
  markup: "SNR",
  axis: "SNR 1/<i>σ</i><sup>2</sup> (dB)",
  help: "BPSK over AWGN by SNR = 1/σ² in dB",
  seldom: true,
  example: "-8:0.1:-7.5",
  better: "larger",
  fault: (value) => (Math.abs(value) <= 50 ? undefined : "give decibels from -50 to 50"),
  at: (value) => awgnChannel(sigmaOf(value)),
  moments: (value) => awgnMoments(sigmaOf(value)),
  span: () => [-40, 40],
} as const satisfies ChannelKind;
