import { ALIAS_CELLS, aliasTable } from "./alias-table.ts";
import type { ChannelKind } from "./channel-kind.ts";
import { CERTAIN_LLR, type DiscreteChannel, NOISE_ORIGIN } from "./discrete-channel.ts";
import { becBounds, bitsOf, sentBitsOf } from "./limits/bounds.ts";
import { erasureMoments } from "./normal-approximation.ts";

/** Probabilities are multiples of 2^−32; a smaller probability would be rounded to 0. */
const LEAST = 2 ** -32;

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
