import { ALIAS_CELLS, aliasTable } from "./alias-table.ts";
import type { ChannelKind } from "./channel-kind.ts";
import { type DiscreteChannel, NOISE_ORIGIN } from "./discrete-channel.ts";
import { bscBounds } from "./limits/bounds.ts";
import { bitsOf, sentBitsOf } from "./limits/code-size.ts";
import { bscMoments } from "./normal-approximation.ts";

/** Probabilities are multiples of 2^−32; a smaller probability would be rounded to 0. */
const LEAST = 2 ** -32;

/**
 * The binary symmetric channel that flips a bit with probability p: outputs +1 and −1, that is amplitude 0 and the two
 * noise cells beside the origin. p is rounded to a multiple of 2^−32, the LLR ln((1 − p)/p) to f32.
 * @param p from 2^−32 to below 0.5 (`bscQber.fault`).
 */
export function bscChannel(p: number): DiscreteChannel {
  const words = new Float64Array(ALIAS_CELLS);
  words[NOISE_ORIGIN - 1] = Math.round(p * 2 ** 32);
  words[NOISE_ORIGIN + 1] = 2 ** 32 - words[NOISE_ORIGIN - 1];
  return { alphabet: "bit", amplitude: 0, llrScale: Math.fround(Math.log((1 - p) / p)), noise: aliasTable(words) };
}

/** The binary symmetric channel by its crossover probability: the QBER of quantum key distribution. */
export const bscQber = {
  name: "bsc",
  parameter: "qber",
  column: "bsc",
  alphabet: "bit",
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
