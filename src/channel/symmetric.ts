import type { ChannelKind } from "./channel-kind.ts";
import { ALIAS_CELLS, aliasTable, CERTAIN_LLR, type DiscreteChannel, NOISE_ORIGIN } from "./discrete-channel.ts";
import { becBounds, bitsOf, bscBounds, sentBitsOf } from "./limits/bounds.ts";
import { bscMoments, erasureMoments, qscMoments } from "./normal-approximation.ts";

/** Probabilities are multiples of 2^−32; a smaller probability would be rounded to 0. */
const LEAST = 2 ** -32;

/**
 * The binary symmetric channel that flips a bit with probability p: outputs +1 and −1, that is amplitude 0 and the two
 * noise cells beside the origin. p is rounded to a multiple of 2^−32, the LLR ln((1 − p)/p) to f32.
 * @param p from 2^−32 to below 0.5 (`bscQber.fault`).
 */
export function bscChannel(p: number): DiscreteChannel {
  return { alphabet: "bit", amplitude: 0, llrScale: Math.fround(Math.log((1 - p) / p)), noise: bscNoise(p) };
}

/** Alias table of the noise cells that flip a bit with probability p, 0 … 1. */
export function bscNoise(p: number): Uint32Array {
  const words = new Float64Array(ALIAS_CELLS);
  words[NOISE_ORIGIN - 1] = Math.round(p * 2 ** 32);
  words[NOISE_ORIGIN + 1] = 2 ** 32 - words[NOISE_ORIGIN - 1];
  return aliasTable(words);
}

/** The binary symmetric channel by its crossover probability: the QBER of quantum key distribution. */
export const bscQber = {
  name: "bsc",
  parameter: "qber",
  column: "bsc",
  use: { alphabet: "bit" },
  title: "binary symmetric channel",
  label: "QBER",
  markup: "QBER",
  axis: "QBER (crossover probability)",
  help: "binary symmetric channel by its crossover probability",
  example: "0.02:0.005:0.05",
  better: "smaller",
  fault(value) {
    if (!(value > 0 && value < 0.5)) return "a crossover probability is above 0 and below 0.5";
    return value >= LEAST ? undefined : `the sampled channel has multiples of 2^-32, ${LEAST.toPrecision(3)} at least`;
  },
  at: (value) => bscChannel(value),
  bounds: (size) => (value) => bscBounds(value, sentBitsOf(size), bitsOf(size)),
  moments: (value) => bscMoments(value),
  span: () => [0.5 - 1e-9, 1e-12],
} as const satisfies ChannelKind;

/**
 * The q-ary symmetric channel: a symbol is received without error with probability 1 − p, and as each of the q − 1
 * wrong symbols with probability p/(q − 1). Over GF(2) it is the binary symmetric channel. p is rounded to a multiple
 * of (q − 1)·2^−32, and the LLR ln((1 − p)(q − 1)/p) of every symbol that was not received is rounded to f32.
 * @param p from (q − 1)·2^−32 to below (q − 1)/q (`qscSymbolError.fault`).
 */
export function qscChannel(p: number, q: number): DiscreteChannel {
  if (q === 2) return bscChannel(p);
  const each = Math.round((p * 2 ** 32) / (q - 1));
  const words = new Float64Array(ALIAS_CELLS).fill(each, 1, q);
  words[0] = 2 ** 32 - (q - 1) * each;
  const llrScale = Math.fround(Math.log(((1 - p) * (q - 1)) / p));
  return { alphabet: "symbol", amplitude: 0, llrScale, noise: aliasTable(words) };
}

/** The q-ary symmetric channel by the probability of a wrong symbol. */
export const qscSymbolError = {
  name: "qsc",
  parameter: "symbol-error",
  column: "qsc",
  use: { alphabet: "symbol" },
  title: "q-ary symmetric channel",
  label: "symbol error",
  markup: "symbol error probability",
  axis: "symbol error probability of the channel",
  help: "q-ary symmetric channel by its symbol error probability",
  example: "0.05:0.05:0.2",
  better: "smaller",
  fault(value: number, q?: number) {
    if (q === 2) return bscQber.fault(value);
    if (!(value > 0 && value < 1)) return "a symbol error probability is above 0 and below (q − 1)/q";
    if (q === undefined) return undefined;
    if (value >= (q - 1) / q) return `over GF(${q}) a symbol error probability is below (q − 1)/q = ${(q - 1) / q}`;
    const least = (q - 1) * LEAST;
    if (value >= least) return undefined;
    return `over GF(${q}) the sampled channel has multiples of (q − 1)·2^-32, ${least.toPrecision(3)} at least`;
  },
  at: (value, { q }) => qscChannel(value, q),
  bounds: (size) => (size.q === 2 ? bscQber.bounds(size) : undefined),
  moments: (value, { q }) => qscMoments(value, q),
  span: (q) => [((q - 1) / q) * (1 - 1e-9), 1e-12],
} as const satisfies ChannelKind;

/**
 * The binary erasure channel: a bit is received without error, as ±1 with the largest LLR, or erased, as 0. The
 * probability is rounded to a multiple of 2^−32.
 * @param erasure from 2^−32 to below 1 (`probabilityFault`).
 */
function becChannel(erasure: number): DiscreteChannel {
  const words = new Float64Array(ALIAS_CELLS);
  words[NOISE_ORIGIN] = Math.round(erasure * 2 ** 32);
  words[NOISE_ORIGIN + 1] = 2 ** 32 - words[NOISE_ORIGIN];
  return { alphabet: "bit", amplitude: 0, llrScale: CERTAIN_LLR, noise: aliasTable(words) };
}

/** The reason why a value is no probability of a channel. @param noun of the probability, with its article. */
export function probabilityFault(value: number, noun: string): string | undefined {
  if (!(value > 0 && value < 1)) return `${noun} is above 0 and below 1`;
  return value >= LEAST && value <= 1 - LEAST
    ? undefined
    : `the sampled channel has multiples of 2^-32 = ${LEAST.toPrecision(3)}`;
}

/** The binary erasure channel by its erasure probability. */
export const becErasure = {
  name: "bec",
  parameter: "erasure",
  column: "bec",
  use: { alphabet: "bit" },
  title: "binary erasure channel",
  label: "erasure",
  markup: "erasure probability",
  axis: "erasure probability of a bit",
  help: "binary erasure channel by its erasure probability",
  example: "0.35:0.01:0.45",
  better: "smaller",
  erases: true,
  zeroWord: "over a channel of erasures has too few errors, because ties are decided for 0",
  fault: (value) => probabilityFault(value, "an erasure probability"),
  at: (value) => becChannel(value),
  bounds: (size) => (value) => becBounds(value, sentBitsOf(size), bitsOf(size)),
  moments: (value) => erasureMoments(value, 2),
  span: () => [1 - 1e-9, 1e-12],
} as const satisfies ChannelKind;

/**
 * The q-ary erasure channel: a symbol is received without error, or erased as a whole. An erasure is the error q, so that the received
 * "symbol" c ⊕ q is q or more. Over GF(2) it is the binary erasure channel. The probability is rounded to a multiple
 * of 2^−32.
 * @param erasure from 2^−32 to below 1 (`probabilityFault`).
 */
export function qecChannel(erasure: number, q: number): DiscreteChannel {
  if (q === 2) return becChannel(erasure);
  const words = new Float64Array(ALIAS_CELLS);
  words[q] = Math.round(erasure * 2 ** 32);
  words[0] = 2 ** 32 - words[q];
  return { alphabet: "symbol", amplitude: 0, llrScale: CERTAIN_LLR, noise: aliasTable(words) };
}

/** The q-ary erasure channel by the probability that a symbol is erased. */
export const qecErasure = {
  ...becErasure,
  name: "qec",
  parameter: "symbol-erasure",
  alsoBy: "erasure",
  column: "qec",
  use: { alphabet: "symbol" },
  title: "q-ary erasure channel",
  label: "symbol erasure",
  markup: "symbol erasure probability",
  axis: "erasure probability of a symbol",
  help: "q-ary erasure channel by its symbol erasure probability",
  seldom: true,
  at: (value, { q }) => qecChannel(value, q),
  bounds:
    ({ q, n, k }) =>
    (value) =>
      becBounds(value, n, k, Math.log2(q)),
  moments: (value, { q }) => erasureMoments(value, q),
} as const satisfies ChannelKind;
