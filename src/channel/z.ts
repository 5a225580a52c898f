import type { ChannelKind } from "./channel-kind.ts";
import { probabilityFault } from "./symmetric.ts";
import { tableChannel, tableMoments } from "./table/table-kind.ts";

/** [input][output] probabilities: a 0 is received as 0, a 1 as 0 with the probability of a crossover. */
function table(crossover: number) {
  return {
    at: crossover,
    probabilities: [
      [1, 0],
      [crossover, 1 - crossover],
    ],
  };
}

/**
 * The Z-channel by its crossover probability, a channel of bits that is not symmetric: optical on-off keying without dark counts, or
 * memory cells that lose charge. Limits are those of linear codes, which send as many zeros as ones.
 */
export const zCrossover = {
  name: "z",
  parameter: "crossover",
  column: "z",
  use: { alphabet: "table", inputs: 2, outputs: 2 },
  zeroWord: "over the Z-channel has no errors at all",
  title: "Z-channel",
  label: "crossover",
  markup: "crossover probability",
  axis: "probability that a 1 is received as 0",
  help: "Z-channel by the probability that a 1 is received as 0",
  seldom: true,
  example: "0.05:0.05:0.2",
  better: "smaller",
  fault: (value) => probabilityFault(value, "a crossover probability"),
  at: (value, { q }) => tableChannel(table(value), Math.log2(q)),
  moments: (value) => tableMoments(table(value)),
  span: () => [1 - 1e-9, 1e-12],
} as const satisfies ChannelKind;
