import { ALIAS_CELLS, aliasTable } from "./alias-table.ts";
import { becChannel, erasureFault } from "./bec.ts";
import type { ChannelKind } from "./channel-kind.ts";
import { CERTAIN_LLR, type DiscreteChannel } from "./discrete-channel.ts";
import { becBounds } from "./limits/bounds.ts";
import { erasureMoments } from "./normal-approximation.ts";

/**
 * The q-ary erasure channel: a symbol is received without error, or erased as a whole. An erasure is the error q, so that the received
 * "symbol" c ⊕ q is q or more. Over GF(2) it is the binary erasure channel. The probability is rounded to a multiple
 * of 2^−32.
 * @param erasure from 2^−32 to below 1 (`erasureFault`).
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
  name: "qec",
  parameter: "symbol-erasure",
  alsoBy: "erasure",
  column: "qec",
  alphabet: "symbol",
  title: "q-ary erasure channel",
  label: "symbol erasure",
  markup: "symbol erasure probability",
  axis: "erasure probability of a symbol",
  help: "q-ary erasure channel by its symbol erasure probability",
  seldom: true,
  example: "0.35:0.01:0.45",
  better: "smaller",
  erases: true,
  fault: erasureFault,
  at: (value, { q }) => qecChannel(value, q),
  bounds:
    ({ q, n, k }) =>
    (value) =>
      becBounds(value, n, k, Math.log2(q)),
  moments: (value, { q }) => erasureMoments(value, q),
  span: () => [1 - 1e-9, 1e-12],
} as const satisfies ChannelKind;
