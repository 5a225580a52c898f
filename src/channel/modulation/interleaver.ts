import { columnOrder } from "../../code/transport/circular-buffer.ts";
import { InputError } from "../../errors.ts";
import { philox } from "../random/philox.ts";
import { STREAM_INTERLEAVER } from "../random/streams.ts";
import { knownEntries, type NamedOrder } from "./own-order.ts";

/**
 * The order in which coded bits fill labels, or code symbols where the receiver has metrics of symbols. A number is the seed of a random
 * order. `5g`: the interleaver of bits of 3GPP TS 38.212, 5.4.2.2; `labelBits` gives points their bits as TS 38.211 does. `rows`: written row by row into
 * this number of rows, and read column by column. Otherwise the user's permutation.
 */
export type Interleaver = number | "5g" | { readonly rows: number } | NamedOrder;

/** Largest number of rows. */
export const ROWS_MAXIMUM = 2 ** 20;

/**
 * The order of `count` bits or symbols: [place] the index of the one that takes the place.
 * @param pointBits bits of a point, for `5g`.
 * @throws InputError for a permutation of another length, and for `5g` if the last point were not full.
 */
export function orderOf(interleaver: Interleaver | undefined, count: number, pointBits: number): Uint32Array {
  if (interleaver === undefined) return Uint32Array.from({ length: count }, (_, i) => i);
  if (typeof interleaver === "number") return randomOrder(count, interleaver);
  if (interleaver === "5g") {
    if (count % pointBits !== 0) {
      throw new InputError(
        `interleaver 5g: ${count} sent bits do not fill points of ${pointBits} bits: puncture ${count % pointBits} more, or choose block:${pointBits}`,
      );
    }
    return columnOrder(count, pointBits);
  }
  if ("rows" in interleaver) return columnOrder(count, interleaver.rows);
  const entries = knownEntries(interleaver);
  if (entries.length === count) return Uint32Array.from(entries);
  throw new InputError(
    `interleaver ${interleaver.name} has ${entries.length} entries, and a frame sends ${count}: give a permutation of 0 … ${count - 1}`,
  );
}

/** Philox, stream 5, inside-out shuffle of Fisher and Yates. */
function randomOrder(count: number, seed: number): Uint32Array {
  const order = new Uint32Array(count);
  const words = new Uint32Array(4);
  for (let i = 0; i < count; i++) {
    if (i % 4 === 0) philox(i / 4, 0, 0, STREAM_INTERLEAVER, seed, 0, words);
    const j = Math.floor((words[i % 4] / 2 ** 32) * (i + 1));
    order[i] = order[j];
    order[j] = i;
  }
  return order;
}

/** `7`, `5g`, `block:12`, or the name, length and digest of a permutation: `spread:648:1f0c99ab`. */
export function interleaverText(interleaver: Interleaver): string {
  if (typeof interleaver !== "object") return String(interleaver);
  if ("rows" in interleaver) return `block:${interleaver.rows}`;
  const { name, count, digest } = interleaver;
  return `${name}:${count}:${digest}`;
}

/** The inverse of `interleaverText`, a permutation without its entries; undefined for another text. */
export function parseInterleaver(text: string): Interleaver | undefined {
  const [, name, count, digest] = /^([\w.+-]{1,64}):([1-9]\d{0,7}):([0-9a-f]{8})$/.exec(text) ?? [];
  return name === undefined ? namedInterleaver(text) : { name, count: Number(count), digest };
}

/** A seed, `5g` or `block:12`; undefined for another text. */
export function namedInterleaver(text: string): Interleaver | undefined {
  if (text === "5g") return "5g";
  if (/^(0|[1-9]\d{0,9})$/.test(text) && Number(text) < 2 ** 32) return Number(text);
  const rows = Number(/^block:([1-9]\d{0,7})$/.exec(text)?.[1]);
  return rows <= ROWS_MAXIMUM ? { rows } : undefined;
}
