import { half } from "./binary/arithmetic.ts";
import { CERTAIN } from "./check-node/check-domain.ts";
import { stepFormat } from "./step-formats.ts";

/**
 * Storage and combination of the messages of a decoder over GF(q). Messages are LLRs, which are least for the likeliest symbol, or
 * probabilities.
 */
export interface MessageDomain {
  /** The channel's vector in its stored form, from LLRs L(a) ≥ 0 with minimum 0. */
  channel(llr: readonly number[]): number[];
  /** The channel's vector as the first posterior of a layered decoder. Posteriors are not rounded. */
  prior(llr: readonly number[]): number[];
  /** A variable's first message to its checks in a flooding schedule. */
  first(channel: readonly number[]): number[];
  /** A message without information. */
  readonly nothing: number;
  /** Adds a message to a sum, or multiplies a product by it. */
  combine(total: number, message: number): number;
  /** A variable's message to a check in stored form before it is normalised, in a flooding schedule. */
  keep(total: number): number;
  /** Totals minus one check's messages, normalised. A layered decoder then adds the check's new messages. */
  without(totals: readonly number[], messages: readonly number[]): number[];
  toCheck(value: number): number;
  /** A check's message in its stored form. */
  toVariable(message: number): number;
  /** The likeliest symbol. Among equally likely symbols the lowest wins. */
  decide(totals: readonly number[]): number;
}

const same = (value: number) => value;

/**
 * f32 numbers, with operations in the order of the decoder.
 * @throws Error if the result of an operation is no f32 number: equality with an f32 decoder that adds in another order would then be luck.
 */
export const exactF32: MessageDomain = llrs({ round: exact, cut: CERTAIN });

/** f32 numbers. Every operation is rounded, in the order of the decoder. */
export const f32: MessageDomain = llrs({ channel: Math.fround, round: Math.fround, cut: CERTAIN });

/** Stored values are rounded to f16, and operations to f32. */
export const f16: MessageDomain = llrs({
  channel: Math.fround,
  round: Math.fround,
  keep: half,
  cut: 2 ** 15,
  message: half,
});

/** Channel value of a known symbol by the number of levels. */
const CHANNEL_LEVELS: Readonly<Record<number, number>> = { 8: 127, 16: 32_767, 32: 2 ** 20 };

/**
 * Whole numbers: messages are 0 … L − 1. Channel values and posteriors may be larger.
 * @param count L: 8, 16 or 32; with `channelLevels`, any number.
 * @param step LLR of one level, a power of two.
 * @param channelLevels channel value of a known symbol, and largest total minus a check's messages in a layered decoder.
 */
export function levels(count: number, step: number, channelLevels = CHANNEL_LEVELS[count]): MessageDomain {
  if (channelLevels === undefined) throw new Error(`no channel levels for ${count} levels: give them`);
  return llrs({
    channel: (llr) =>
      llr >= CERTAIN
        ? channelLevels
        : Math.min(Math.floor(Math.fround(Math.fround(llr / step) + 0.5)), Math.floor(1.5 * (count - 1))),
    cut: channelLevels,
    message: (value) => Math.min(value, count - 1),
  });
}

/**
 * Whole numbers: messages are 0 … L − 1, and variables multiply them by a scale. Variables add in fractions of a message's unit that
 * represent scaled messages exactly, and round their messages to the nearest level.
 * @param count L.
 * @param step LLR of one level, a power of two.
 * @param scale j/256.
 */
export function scaledLevels(count: number, step: number, scale: number): MessageDomain {
  const unit = Array.from({ length: 9 }, (_, bits) => 2 ** -bits).find((each) => Number.isInteger(scale / each));
  if (unit === undefined) throw new Error(`scale ${scale} is not j/256`);
  // The unit is a fraction of a message's level.
  const received = unit * Math.floor((1.5 * scale * (count - 1)) / unit);
  const channel = (llr: number) =>
    llr >= CERTAIN ? CERTAIN : Math.min(unit * Math.floor(llr / step / unit + 0.5), received);
  const message = (value: number) => Math.min(Math.floor(value + 0.5), count - 1);
  return {
    ...llrs({ channel, cut: Number.POSITIVE_INFINITY, message }),
    combine: (total, value) => total + scale * value,
    toVariable: same,
  };
}

/**
 * Whole steps. Messages and received channel LLRs have a common bound; of a rule that scales messages, received ones at most one and a half
 * times the scaled bound. @throws Error for another number format.
 */
export function wholeSteps(messages: string | number, scale = 1, step?: string | number): MessageDomain {
  const format = stepFormat(messages, step);
  if (format === undefined) throw new Error(`no number format of the textbook for messages=${messages}`);
  const { perLlr, message, certain, sum } = format;
  return llrs({
    channel: (llr) =>
      llr >= CERTAIN ? certain : Math.min(Math.floor(perLlr * llr + 0.5), message, Math.floor(1.5 * scale * message)),
    round: (value) => Math.min(value, sum),
    cut: certain,
    message: (value) => Math.min(value, message),
  });
}

export interface ProbabilityOptions {
  /** LLR of the channel's least probability, which of a known symbol is 60. Default 60. */
  readonly channelBound?: number;
  /** Lower bound of every partial product. Default 1e-36. */
  readonly leastProduct?: number;
  /** Format to which stored values are rounded. Default: none, float64 stays. */
  readonly messages?: "f32" | "bf16";
}

/** Probabilities in float64. The bound of a check's messages belongs to its rule (check-node/sum-product.ts). */
export function probabilities(options: ProbabilityOptions = {}): MessageDomain {
  const { channelBound = 60, leastProduct = 1e-36, messages = "f32" } = options;
  const keep = messages === "bf16" ? bfloat16 : same;
  const without = (totals: readonly number[], given: readonly number[]) => {
    const quotients = totals.map((total, a) => total / given[a]);
    const sum = quotients.reduce((one, other) => one + other);
    return quotients.map((quotient) => quotient / sum);
  };
  const prior = (llr: readonly number[]) =>
    llr.map((value) => Math.exp(-Math.min(value, value >= CERTAIN ? Math.max(60, channelBound) : channelBound)));
  return {
    channel: (llr) => prior(llr).map(keep),
    prior,
    first: (channel) => without(channel, new Array(channel.length).fill(1)),
    nothing: 1,
    combine: (total, message) => Math.max(total * message, leastProduct),
    keep,
    without,
    toCheck: same,
    toVariable: keep,
    decide: (totals) => totals.indexOf(Math.max(...totals)),
  };
}

/** The nearest number of 12 significant bits, halves away from 0. */
export function bits12(x: number): number {
  if (x === 0) return 0;
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(x))) - 11);
  return Math.sign(x) * Math.floor(Math.abs(x) / unit + 0.5) * unit;
}

/** The power of two that brings a positive number into ½ … 1. */
export const toHalf = (x: number): number => 2 ** (-1 - Math.floor(Math.log2(x)));

/** Probabilities in 12 bits, with exponentials by the bits of LLRs in steps of 1/64. @param clip largest LLR of the channel. */
export function grid(clip: number): MessageDomain {
  const least = 2 ** -100;
  const channelValue = (llr: number) => {
    const steps = Math.floor(Math.min(llr, llr >= CERTAIN ? 40 : Math.min(clip, 40)) * 64 + 0.5);
    return Array.from({ length: 12 }, (_, b) => b)
      .filter((b) => ((steps >> b) & 1) === 1)
      .reduce((value, b) => bits12(value * bits12(Math.exp(-(2 ** b) / 64))), 1);
  };
  // Cut after 12 significant bits.
  const quotient = (all: number, part: number) => {
    const exact = all / part;
    const unit = 2 ** (Math.floor(Math.log2(exact)) - 11);
    return Math.floor(exact / unit) * unit;
  };
  const without = (totals: readonly number[], given: readonly number[]) => {
    const quotients = totals.map((total, a) => quotient(total, given[a]));
    const scale = toHalf(Math.max(...quotients));
    return quotients.map((value) => value * scale);
  };
  const channel = (llr: readonly number[]) => llr.map(channelValue);
  return {
    channel,
    prior: channel,
    first: (vector) => without(vector, new Array(vector.length).fill(1)),
    nothing: 1,
    combine: (total, message) => Math.max(bits12(total * message), least),
    keep: same,
    without,
    toCheck: same,
    toVariable: same,
    decide: (totals) => totals.indexOf(Math.max(...totals)),
  };
}

interface LlrArithmetic {
  readonly channel?: (llr: number) => number;
  /** Rounding of sums and differences. */
  readonly round?: (value: number) => number;
  readonly keep?: (total: number) => number;
  /** Largest normalised value. */
  readonly cut: number;
  readonly message?: (value: number) => number;
}

function llrs({ channel = same, round = same, keep = same, cut, message = same }: LlrArithmetic): MessageDomain {
  return {
    channel: (llr) => llr.map((value) => keep(channel(value))),
    prior: (llr) => llr.map(channel),
    first: (vector) => vector.map((value) => message(Math.min(value, cut))),
    nothing: 0,
    combine: (total, value) => round(total + value),
    keep,
    without(totals, messages) {
      const differences = totals.map((total, a) => round(total - messages[a]));
      const least = Math.min(...differences);
      return differences.map((value) => keep(Math.min(round(value - least), cut)));
    },
    toCheck: message,
    toVariable: message,
    decide: (totals) => totals.indexOf(Math.min(...totals)),
  };
}

function exact(value: number): number {
  if (Math.fround(value) !== value) throw new Error(`${value} is not an f32 number: the test's messages are too fine`);
  return value;
}

/** The nearest number of 8 significant bits, ties to even. */
function bfloat16(value: number): number {
  const unit = 2 ** (Math.floor(Math.log2(value)) - 7);
  const steps = value / unit;
  const below = Math.floor(steps);
  const up = steps - below > 0.5 || (steps - below === 0.5 && below % 2 === 1);
  return (up ? below + 1 : below) * unit;
}

/** L of messages=levelsL; undefined for other number formats. */
export function levelsOf(messages: string | number): number | undefined {
  const levels = /^levels(\d+)$/.exec(String(messages))?.[1];
  return levels === undefined ? undefined : Number(levels);
}
