import { awgnKind, BPSK, DECIBELS } from "./awgn-kind.ts";

/** BPSK of unit energy over AWGN by SNR = 1/σ² in dB, 3.01 dB more than Es/N0. */
export const awgnSnrDb = awgnKind({
  ...DECIBELS,
  parameter: "snr-db",
  column: "awgn-snr-db",
  label: "SNR",
  markup: "SNR",
  axis: "SNR 1/<i>σ</i><sup>2</sup> (dB)",
  help: "BPSK over AWGN by SNR = 1/σ² in dB",
  seldom: true,
  example: "-8:0.1:-7.5",
  sigma: (decibels, _, { axes } = BPSK) => 10 ** (-decibels / 20) / Math.sqrt(axes),
  span: () => [-40, 40],
});
