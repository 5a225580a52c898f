import { rateZeroError } from "../code/rate-matching.ts";
import { awgnChannel, sigmaOfEbN0 } from "./awgn.ts";
import type { ChannelKind } from "./channel-kind.ts";
import { awgnMoments } from "./normal-approximation.ts";

const BPSK = { bits: 1, axes: 1 } as const;

const DECIBELS = {
  unit: "dB",
  fault: (value: number) => (Math.abs(value) <= 50 ? undefined : "give decibels from -50 to 50"),
} as const;

/** The SNRs 1/8² and 1/(2.5e-4)², between which `awgnChannel` accepts σ. */
const [LEAST_SNR, MOST_SNR] = [1 / 64, 1.6e7];

/** The members in which the parameters of AWGN differ. */
type AwgnParameter<Parameter extends string> = Pick<
  ChannelKind,
  "label" | "unit" | "markup" | "axis" | "help" | "seldom" | "example" | "needsRate" | "fault" | "span"
> &
  Required<Pick<ChannelKind, "sigma">> & { readonly parameter: Parameter };

/** By Eb/N0 in dB, Eb per information bit: the noise depends on the code's rate. */
const awgnEbN0: AwgnParameter<"ebn0"> = {
  ...DECIBELS,
  parameter: "ebn0",
  label: "Eb/N0",
  markup: "<i>E</i><sub>b</sub>/<i>N</i><sub>0</sub>",
  axis: "<i>E</i><sub>b</sub>/<i>N</i><sub>0</sub> (dB)",
  help: "by Eb/N0 in dB",
  example: "2:0.25:3",
  needsRate: true,
  sigma(value, code, { bits } = BPSK) {
    const rate = code.rate();
    if (rate > 0) return sigmaOfEbN0(value, rate * bits);
    throw rateZeroError();
  },
  span: () => [-10, 40],
};

/** By Es/N0 in dB, Es per sent bit: the noise does not depend on the code's rate. */
const awgnEsN0: AwgnParameter<"esn0"> = {
  ...DECIBELS,
  parameter: "esn0",
  label: "Es/N0",
  markup: "<i>E</i><sub>s</sub>/<i>N</i><sub>0</sub>",
  axis: "<i>E</i><sub>s</sub>/<i>N</i><sub>0</sub> (dB)",
  help: "by Es/N0 in dB, Es = R·Eb",
  seldom: true,
  example: "-1:0.25:0",
  // Es/N0 of BPSK is Eb/N0 at rate 1.
  sigma: (value) => sigmaOfEbN0(value, 1),
  span: () => [-40, 40],
};

/** By SNR = 1/σ² for unit energy, linear, as in the literature on continuous-variable quantum key distribution. */
const awgnSnr: AwgnParameter<"snr"> = {
  parameter: "snr",
  label: "SNR",
  markup: "SNR",
  axis: "SNR 1/<i>σ</i><sup>2</sup> (linear)",
  help: "by SNR = 1/σ², linear",
  example: "0.15:0.005:0.18",
  fault(value) {
    if (!(value > 0)) return "an SNR 1/σ² is above 0; it is linear, not in decibels";
    if (value >= LEAST_SNR && value <= MOST_SNR) return undefined;
    return `the discretised channel reaches from ${LEAST_SNR} to ${MOST_SNR}`;
  },
  sigma: (value, _, { axes } = BPSK) => 1 / Math.sqrt(axes * value),
  span: () => [1e-4, 1e4],
};

/** By SNR = 1/σ² in dB, 3.01 dB more than Es/N0. */
const awgnSnrDb: AwgnParameter<"snr-db"> = {
  ...DECIBELS,
  parameter: "snr-db",
  label: "SNR",
  markup: "SNR",
  axis: "SNR 1/<i>σ</i><sup>2</sup> (dB)",
  help: "by SNR = 1/σ² in dB",
  seldom: true,
  example: "-8:0.1:-7.5",
  sigma: (decibels, _, { axes } = BPSK) => 10 ** (-decibels / 20) / Math.sqrt(axes),
  span: () => [-40, 40],
};

/** A channel of points with additive white Gaussian noise. */
interface AwgnLike<Name extends string> extends Pick<ChannelKind, "options" | "sampler"> {
  readonly name: Name;
  /** What the points are sent over, for figures: `AWGN`. */
  readonly medium: string;
}

/**
 * A channel of points by each parameter of AWGN; without a modulation its points are BPSK's.
 * @public for a user's channel of its own (doc/guide/add-a-channel.md).
 */
export function awgnKinds<const Name extends string>({ name, medium, ...own }: AwgnLike<Name>) {
  const by = <Parameter extends string>(parameter: AwgnParameter<Parameter>) => {
    const { sigma } = parameter;
    return {
      ...own,
      ...parameter,
      name,
      column: parameter.parameter === "ebn0" ? name : `${name}-${parameter.parameter}`,
      use: { alphabet: "bit" },
      title: `BPSK over ${medium}`,
      help: `BPSK over ${medium} ${parameter.help}`,
      better: "larger",
      bitSigma: (value, code) => sigma(value, code),
      at: (value, code) => awgnChannel(sigma(value, code)),
      moments: (value, code) => awgnMoments(sigma(value, code)),
    } satisfies ChannelKind;
  };
  return [by(awgnEbN0), by(awgnEsN0), by(awgnSnr), by(awgnSnrDb)] as const;
}

export const awgn = awgnKinds({ name: "awgn", medium: "AWGN" });
