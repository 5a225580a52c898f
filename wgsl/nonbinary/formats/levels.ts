import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { part } from "../../../src/gpu/part.ts";

export const levelsPart = part("nonbinary/formats/levels", new URL("./levels.wgsl", import.meta.url));

/** Symbols of a message that fill whole words; fewer where the field has fewer. */
const BLOCK = 8;

/**
 * Storage of messages of `levels` levels: a symbol is a number of `bits` bits, one more than the message, `perLane` of
 * them in a lane of `levels` bits, `blockSymbols` to `blockWords` words, which begin with a symbol each.
 */
interface LevelPacking {
  readonly bits: number;
  readonly perLane: number;
  readonly blockSymbols: number;
  readonly blockWords: number;
  /** Words of a message. */
  readonly words: number;
}

/** Constants of kernels that pack or unpack messages. */
export const PACKING_CONSTANTS = [
  "SYMBOL_BITS",
  "SYMBOLS_PER_LANE",
  "BLOCK_SYMBOLS",
  "BLOCK_WORDS",
  "MESSAGE_WORDS",
  ...["PART", "PART_WORDS"],
];

/** Constants of kernels that pack or unpack a flooding decoder's channel values. */
export const CHANNEL_CONSTANTS = ["CHANNEL_BITS", "CHANNEL_PER_LANE", "PART_CHANNEL_WORDS"];

/** @param inRegisters whether kernels have all symbols of a vector in registers, else a block at a time. */
export function packingConstants(levels: number, q: number, inRegisters: boolean): KernelConstants {
  const { bits, perLane, blockSymbols, blockWords, words } = levelPacking(levels, q);
  const part = inRegisters ? q : blockSymbols;
  return {
    SYMBOL_BITS: bits,
    SYMBOLS_PER_LANE: perLane,
    BLOCK_SYMBOLS: blockSymbols,
    BLOCK_WORDS: blockWords,
    MESSAGE_WORDS: words,
    PART: part,
    PART_QUADS: Math.ceil(part / 4),
    PART_WORDS: (part / blockSymbols) * blockWords,
    ONE_PART: part === q ? 1 : 0,
    QUAD: Math.min(q, 4),
  };
}

/** How messages over GF(q) are packed. @param levels 8, 16 or 32. */
export function levelPacking(levels: number, q: number): LevelPacking {
  // Numbers 1 … levels.
  const bits = Math.floor(Math.log2(levels)) + 1;
  const perLane = Math.floor(levels / bits);
  const blockSymbols = Math.min(q, BLOCK);
  const blockWords = Math.ceil(blockSymbols / perLane);
  return { bits, perLane, blockSymbols, blockWords, words: (q / blockSymbols) * blockWords };
}

/** How a flooding decoder's channel values lie in memory. */
interface ChannelPacking {
  /** Bits of a value, and values of a frame in a lane: neighbouring symbols. */
  readonly bits: number;
  readonly perLane: number;
  /** Largest value. */
  readonly maximum: number;
}

/**
 * The messages to a variable of degree d change a symbol by at most d·levels, so a larger channel value has the same
 * effect as one just beyond: its symbol is never decided, and its message to a check is cut in any case. So 8 bits are
 * enough for 16 levels and 15 checks, 16 bits for 32 levels. With 8 levels a lane of 8 bits holds the sum as well.
 */
export function channelPacking(levels: number): ChannelPacking {
  if (levels === 8) return { bits: 8, perLane: 1, maximum: 127 };
  const bits = levels / 2;
  return { bits, perLane: 2, maximum: mask(bits) };
}

/** Constants of kernels that pack or unpack a flooding decoder's channel values, as many symbols at a time as of messages. */
export function channelConstants(levels: number, part: number): KernelConstants {
  const { bits, perLane } = channelPacking(levels);
  return { CHANNEL_BITS: bits, CHANNEL_PER_LANE: perLane, PART_CHANNEL_WORDS: part / perLane };
}

function mask(bits: number): number {
  return 0xffffffff >>> (32 - bits);
}
