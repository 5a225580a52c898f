import type { ChannelKind } from "../channel/channel-kind.ts";
import { type ChannelParameter, channelFamily, channelKind, channels } from "../channel/channels.ts";
import { InputError } from "../errors.ts";
import type { Series } from "./series.ts";

/**
 * Brings curves of BPSK over AWGN onto one axis: Eb/N0 if there is a curve over it, by the rate of each curve's own code, else Es/N0.
 * @throws InputError if the curves are of different channels, or the rate of a code is needed and unknown.
 */
export function onOneAxis(series: readonly Series[]): readonly Series[] {
  const parameters = [...new Set(series.map(({ parameter }) => parameter))];
  if (parameters.length < 2) return series;
  if (parameters.some((parameter) => channelKind(channelFamily(parameter)).sigma === undefined))
    throw differentAxes(series);
  const target = parameters.includes("ebn0") ? "ebn0" : "esn0";
  return series.map((curve) => {
    if (curve.parameter === target) return curve;
    // A curve over Eb/N0 has that axis already: no other parameter needs the rate.
    const { sigma, bitsOfUse = 1 } = channelKind(channelFamily(curve.parameter, curve.modulation));
    const rate = target === "esn0" ? 1 : bitsOfUse * rateOf(curve, series);
    const points = curve.points.map((point) => ({
      ...point,
      x: ebN0OfSnr(sigma!(point.x, { rate: () => rate }) ** -2, rate),
    }));
    return { ...curve, parameter: target, points };
  });
}

function rateOf({ rate }: Series, series: readonly Series[]): number {
  if (rate !== undefined) return rate();
  const remedy = "or give the run's folder instead of a file: Eb/N0 needs the rate of the run's code";
  throw new InputError(`${differentAxes(series).message}, ${remedy}`);
}

/** Eb/N0 in dB of an SNR 1/σ² on each axis at R information bits for each point: 10·log10(SNR / (2·R)), the inverse of `sigmaOfEbN0`. Rate 1 gives Es/N0. */
export function ebN0OfSnr(snr: number, rate: number): number {
  return Number((10 * Math.log10(snr / (2 * rate))).toFixed(9));
}

function differentAxes(series: readonly Series[]): InputError {
  const [first, other] = new Set(series.map(({ parameter }) => parameter));
  const named = (wanted: ChannelParameter) => {
    const name = series.find(({ parameter }) => parameter === wanted)?.name;
    return `${name || "one"} is over ${axisText(wanted)}`;
  };
  return new InputError(`the curves do not share an axis: ${named(first)}, ${named(other)}; plot them apart`);
}

/** A parameter with its unit, for messages: `SNR in dB`. */
export function axisText(parameter: ChannelParameter): string {
  const { label, unit }: ChannelKind = channels[parameter];
  return unit === undefined ? label : `${label} in ${unit}`;
}
