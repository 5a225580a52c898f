import { InputError } from "../../errors.ts";
import { type CodeBlock, INFORMATION_COLUMNS } from "./segmentation.ts";

/** Redundancy versions. */
export const VERSIONS = [0, 1, 2, 3] as const;
export type RedundancyVersion = (typeof VERSIONS)[number];

/** First bit of each redundancy version in the whole circular buffer, in multiples of Z (table 5.4.2.1-2). */
const FIRST = { 1: [0, 17, 33, 56], 2: [0, 13, 25, 43] } as const;
/** Block columns of the circular buffer: all but the first two. */
const BUFFER_COLUMNS = { 1: 66, 2: 50 } as const;
/** Block columns that are never sent. */
const UNSENT_COLUMNS = 2;

/** A transmission of a code block. */
export interface BlockTransmission {
  readonly version: RedundancyVersion;
  /** E: bits sent, a multiple of `pointBits`. */
  readonly bits: number;
  /** Bits of a point of the modulation, Q_m. */
  readonly pointBits: number;
  /** N_ref: bits of the receiver's soft buffer for the code block; the whole buffer if left out. */
  readonly buffer?: number;
}

/**
 * The bits of a code block that one transmission sends, in its order: bit selection from the circular buffer, and the
 * interleaver that spreads them over the bits of points (3GPP TS 38.212, 5.4.2).
 * @returns positions in the code word, whose first 2·Z bits are never sent.
 * @throws InputError for a number of bits that is no multiple of a point's, or a buffer without a bit to send.
 */
export function transmissionOrder(
  { baseGraph, liftingSize: z, information }: CodeBlock,
  { version, bits, pointBits, buffer = Number.POSITIVE_INFINITY }: BlockTransmission,
): Uint32Array {
  if (!(Number.isInteger(bits / pointBits) && bits > 0)) {
    throw new InputError(`${bits} bits of a code block are no multiple of the ${pointBits} bits of a point`);
  }
  const columns = BUFFER_COLUMNS[baseGraph];
  const size = Math.min(columns * z, buffer);
  const fillers = [information, INFORMATION_COLUMNS[baseGraph] * z].map((bit) => bit - UNSENT_COLUMNS * z);
  if (size <= 0 || (fillers[0] <= 0 && size <= fillers[1])) {
    throw new InputError(`a soft buffer of ${buffer} bits holds no bit of the code block: give more`);
  }
  const selected = new Uint32Array(bits);
  let at = Math.floor((FIRST[baseGraph][version] * size) / (columns * z)) * z;
  for (let i = 0; i < bits; at++) {
    const bit = at % size;
    if (bit < fillers[0] || bit >= fillers[1]) selected[i++] = bit + UNSENT_COLUMNS * z;
  }
  return columnOrder(bits, pointBits).map((i) => selected[i]);
}

/**
 * The order of a block interleaver, which writes `count` values row by row into a number of rows, and reads them column by column. The last
 * rows may be short or empty. With the bits of a point as rows it is the interleaver of bits of TS 38.212, 5.4.2.2.
 * @returns [place] index of the value that takes the place.
 * @example
 * columnOrder(5, 2); // → 0, 3, 1, 4, 2
 */
export function columnOrder(count: number, rows: number): Uint32Array {
  const columns = Math.ceil(count / rows);
  const order = new Uint32Array(count);
  let place = 0;
  for (let column = 0; column < columns; column++) {
    for (let i = column; i < count; i += columns) order[place++] = i;
  }
  return order;
}
