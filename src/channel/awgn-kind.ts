import { awgnChannel } from "./awgn.ts";
import type { ChannelKind } from "./channel-kind.ts";
import { awgnMoments } from "./normal-approximation.ts";

/** The members that all parameters of BPSK over AWGN share. */
const AWGN = { name: "awgn", alphabet: "bit", title: "BPSK over AWGN", better: "larger" } as const;

/** Bits and axes of a point of BPSK. */
export const BPSK = { bits: 1, axes: 1 } as const;

/** The members that all parameters in decibels share. */
export const DECIBELS = {
  unit: "dB",
  fault: (value: number) => (Math.abs(value) <= 50 ? undefined : "give decibels from -50 to 50"),
} as const;

/** The members in which the parameters of BPSK over AWGN differ. */
type AwgnParameter = Omit<ChannelKind, keyof typeof AWGN | "at" | "moments" | "bitSigma"> &
  Required<Pick<ChannelKind, "sigma">>;

/**
 * BPSK over AWGN by a parameter.
 * @param parameter its names, its range, and its noise standard deviation σ.
 */
export function awgnKind(parameter: AwgnParameter): ChannelKind & typeof AWGN {
  const { sigma } = parameter;
  return {
    ...AWGN,
    ...parameter,
    bitSigma: (value, code) => sigma(value, code),
    at: (value, code) => awgnChannel(sigma(value, code)),
    moments: (value, code) => awgnMoments(sigma(value, code)),
  };
}
