import { messageFormats } from "../../wgsl/binary/formats/index.ts";
import { channels } from "../channel/channels.ts";
import { aliasWords, CERTAIN_LLR, type DiscreteChannel, NOISE_ORIGIN } from "../channel/discrete-channel.ts";
import { capacityLimit } from "../channel/limits/channel-limits.ts";
import { evolveMinSum } from "../code/density-evolution/met-evolution.ts";
import { type ThresholdChannel, thresholdChannels } from "../code/density-evolution/threshold.ts";
import { decoderText } from "../decoder/decoder.ts";
import type { DecoderSpec } from "../decoder/spec.ts";

/** Whole steps in the place of f32: the density of min-sum on a grid of 1/32 up to LLR 32. It moves σ of (3,6) codes by less than 1e-4. */
const FINE = { perLlr: 32, channel: 1023, message: 1023, posterior: 4096 };

/** The names of the channels in `thresholdChannels` and the parameters of the product's own channels. */
const PARAMETERS = { awgn: "snr", bsc: "qber", bec: "erasure" } as const;

/** The value of a channel's parameter at which the capacity of binary inputs is the rate; undefined if none in its span is. */
export function binaryInputLimit(name: keyof typeof PARAMETERS, rate: number): number | undefined {
  if (name !== "awgn") return thresholdChannels[name].limit(rate);
  return capacityLimit(channels.snr, { q: 2, n: 1e9, k: 1e9 * rate });
}

/** Options of a decoder that change its messages: with other values there is no exact evolution. */
const PLAIN: Readonly<Record<string, string>> = {
  weights: "none",
  variable: "plain",
  edge: "plain",
  rule: "none",
  reprocess: "none",
};

/**
 * Density evolution of a decoder as it is, over a channel with binary inputs: of sum-product in real numbers, and of
 * min-sum, normalised and offset min-sum in the whole steps of their number format, from the distribution of the
 * product's own sampled channel. The schedule does not matter: the evolution floods.
 * @returns the reason why there is none, for all other decoders.
 */
export function decoderEvolution(
  decoder: DecoderSpec,
  name: keyof typeof PARAMETERS,
): ThresholdChannel["evolve"] | string {
  const { rule, options } = decoder;
  const other = Object.entries(PLAIN).find(([option, plain]) => (options[option] ?? plain) !== plain);
  const messages = String(options.messages ?? "f32") as keyof typeof messageFormats;
  if (other !== undefined) return `density evolution has no ${other[0]}=${options[other[0]]}`;
  if (rule === "sum-product" && messages === "f32") return thresholdChannels[name].evolve;
  const isMinSum = ["min-sum", "normalised-min-sum", "offset-min-sum"].includes(rule);
  if (!isMinSum || !Object.hasOwn(messageFormats, messages))
    return `there is no exact density evolution of "${decoderText(decoder)}"`;
  const { step = 0.25, clip = 30, scale = 1, offset = 0 } = options;
  const steps =
    messages === "int8"
      ? { perLlr: 1 / Number(step), channel: Number(clip), message: 31, posterior: 127 }
      : (messageFormats[messages].steps ?? FINE);
  const [factor, less] = [Number(scale), Math.round(Number(offset) * steps.perLlr)];
  const corrected = (magnitude: number) =>
    Math.min(Math.max(Math.floor(magnitude * factor + 0.5) - less, 0), steps.message);
  return (ensemble, value, limits) => {
    const channel = channels[PARAMETERS[name]].at(value, { q: 2, rate: () => 1 });
    return evolveMinSum(ensemble, { message: steps.message, corrected }, stepDensity(channel, steps), limits);
  };
}

/** Distribution of the LLRs of a sampled channel of bits in whole steps, as decoders round them. */
function stepDensity(
  { noise, amplitude, llrScale }: DiscreteChannel,
  { perLlr, channel, posterior }: typeof FINE,
): Float64Array {
  const words = aliasWords(noise);
  const density = new Float64Array(2 * posterior + 1);
  words.forEach((count, cell) => {
    const llr = Math.fround((amplitude + cell - NOISE_ORIGIN) * llrScale);
    const most = Math.abs(llr) < CERTAIN_LLR ? channel : posterior;
    const magnitude = Math.floor(Math.fround(Math.fround(Math.abs(llr) * perLlr) + 0.5));
    density[posterior + Math.sign(llr) * Math.min(magnitude, most)] += count / 2 ** 32;
  });
  const largest = density.findIndex((mass) => mass > 0);
  const either = Math.min(
    largest,
    [...density].reverse().findIndex((mass) => mass > 0),
  );
  return density.subarray(either, density.length - either);
}
