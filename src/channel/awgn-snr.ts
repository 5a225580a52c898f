import { awgnKind, BPSK } from "./awgn-kind.ts";

/** The SNRs 1/8² and 1/(2.5e-4)², between which `awgnChannel` accepts σ. */
const LEAST = 1 / 64;
const MOST = 1.6e7;

/**
 * BPSK of unit energy over AWGN by SNR = 1/σ², linear, as in the literature on continuous-variable quantum key
 * distribution: the noise does not depend on the code's rate.
 */
export const awgnSnr = awgnKind({
  parameter: "snr",
  column: "awgn-snr",
  label: "SNR",
  markup: "SNR",
  axis: "SNR 1/<i>σ</i><sup>2</sup> (linear)",
  help: "BPSK over AWGN by SNR = 1/σ², linear",
  example: "0.15:0.005:0.18",
  fault(value) {
    if (!(value > 0)) return "an SNR 1/σ² is above 0; it is linear, not in decibels";
    return value >= LEAST && value <= MOST ? undefined : `the discretised channel reaches from ${LEAST} to ${MOST}`;
  },
  sigma: (value, _, { axes } = BPSK) => 1 / Math.sqrt(axes * value),
  span: () => [1e-4, 1e4],
});
