import { philox } from "../random/philox.ts";
import { STREAM_INTERLEAVER } from "../random/streams.ts";

/**
 * The coded bits of each label, in the order of uses: all sent bits, in their own or in a random order, followed by
 * `padding` until the last label is full.
 * @param sent indices of the coded bits that are sent.
 * @param bits number of bits of a label.
 * @param seed of the random order: Philox, stream 5, inside-out shuffle of Fisher and Yates.
 */
export function labelBits(sent: Uint32Array, bits: number, padding: number, seed?: number): Uint32Array {
  const labels = new Uint32Array(Math.ceil(sent.length / bits) * bits).fill(padding);
  labels.set(seed === undefined ? sent : shuffled(sent, seed));
  return labels;
}

function shuffled(values: Uint32Array, seed: number): Uint32Array {
  const order = new Uint32Array(values.length);
  const words = new Uint32Array(4);
  for (let i = 0; i < values.length; i++) {
    if (i % 4 === 0) philox(i / 4, 0, 0, STREAM_INTERLEAVER, seed, 0, words);
    const j = Math.floor((words[i % 4] / 2 ** 32) * (i + 1));
    order[i] = order[j];
    order[j] = values[i];
  }
  return order;
}
