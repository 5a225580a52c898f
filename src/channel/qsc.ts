import { ALIAS_CELLS, aliasTable } from "./alias-table.ts";
import { bscChannel, bscQber } from "./bsc.ts";
import type { ChannelKind } from "./channel-kind.ts";
import type { DiscreteChannel } from "./discrete-channel.ts";
import { qscMoments } from "./normal-approximation.ts";

/** Each wrong symbol has at least one of the 2^32 words. */
const LEAST = 2 ** -32;

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
  alphabet: "symbol",
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
