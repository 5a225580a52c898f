import { awgnChannel } from "./awgn.ts";
import type { ChannelKind } from "./channel-kind.ts";
import { awgnMoments } from "./normal-approximation.ts";

/** The SNRs 1/8² and 1/(2.5e-4)², between which `awgnChannel` accepts σ. */
const LEAST = 1 / 64;
const MOST = 1.6e7;

/**
 * BPSK of unit energy over AWGN by SNR = 1/σ², linear, as in the literature on continuous-variable quantum key
 * distribution: the noise does not depend on the code's rate.
 */
export const awgnSnr = {
  name: "awgn",
  parameter: "snr",
  column: "awgn-snr",
  alphabet: "bit",
  title: "BPSK over AWGN",
  label: "SNR",
  markup: "SNR",
  axis: "SNR 1/<i>σ</i><sup>2</sup> (linear)",
  help: "BPSK over AWGN by SNR = 1/σ², linear",
  example: "0.15:0.005:0.18",
  better: "larger",
  fault(value) {
    if (!(value > 0)) return "an SNR 1/σ² is above 0; it is linear, not in decibels";
    return value >= LEAST && value <= MOST ? undefined : `the discretised channel reaches from ${LEAST} to ${MOST}`;
  },
  at: (value) => awgnChannel(1 / Math.sqrt(value)),
  moments: (value) => awgnMoments(1 / Math.sqrt(value)),
  span: () => [1e-4, 1e4],
} as const satisfies ChannelKind;
