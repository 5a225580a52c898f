import type { ChannelKind } from "../channel/channel-kind.ts";
import { type ChannelParameter, channels } from "../channel/channels.ts";
import { InputError } from "../errors.ts";
import type { Series } from "./series.ts";

/**
 * Brings curves onto one axis. Curves over SNR = 1/σ² move to Eb/N0 beside curves over Eb/N0: both are BPSK over AWGN, and
 * SNR = 2·R·Eb/N0 with the rate R of the curve's own code.
 * @throws InputError if the curves are of different channels, or the rate of a code is unknown.
 */
export function onOneAxis(series: readonly Series[]): readonly Series[] {
  const parameters = new Set(series.map(({ parameter }) => parameter));
  if (parameters.size < 2) return series;
  if (parameters.size > 2 || !parameters.has("ebn0") || !parameters.has("snr")) throw differentAxes(series);
  return series.map((curve) => (curve.parameter === "snr" ? overEbN0(curve, series) : curve));
}

function overEbN0(curve: Series, series: readonly Series[]): Series {
  const { rate: rateOf, points } = curve;
  if (rateOf === undefined) {
    throw new InputError(
      `${differentAxes(series).message}, or give the run's folder instead of a file: SNR becomes Eb/N0 by the rate of the run's code`,
    );
  }
  const rate = rateOf();
  const moved = points.map((point) => ({ ...point, x: ebN0OfSnr(point.x, rate) }));
  return { ...curve, parameter: "ebn0", points: moved };
}

/** Eb/N0 in dB of an SNR 1/σ² at code rate R: 10·log10(SNR / (2·R)), the inverse of `sigmaOfEbN0`. */
export function ebN0OfSnr(snr: number, rate: number): number {
  return Number((10 * Math.log10(snr / (2 * rate))).toFixed(9));
}

function differentAxes(series: readonly Series[]): InputError {
  const [first, other] = new Set(series.map(({ parameter }) => parameter));
  const named = (wanted: ChannelParameter) => {
    const { label, unit }: ChannelKind = channels[wanted];
    const name = series.find(({ parameter }) => parameter === wanted)?.name;
    return `${name || "one"} is over ${label}${unit === undefined ? "" : ` in ${unit}`}`;
  };
  return new InputError(`the curves do not share an axis: ${named(first)}, ${named(other)}; plot them apart`);
}
