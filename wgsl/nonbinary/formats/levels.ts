import type { KernelConstants } from "../../../src/gpu/kernel.ts";

/** Symbols of a message that fill whole words; all symbols if the field has fewer. */
const BLOCK = 8;

/**
 * Storage of messages of `levels` levels. A symbol is a number of `bits` bits, the message plus one. A lane of `levels`
 * bits holds `perLane` symbols, and `blockWords` words hold `blockSymbols` symbols, beginning at a word.
 */
interface LevelPacking {
  readonly bits: number;
  readonly perLane: number;
  readonly blockSymbols: number;
  readonly blockWords: number;
  /** Words of a message. */
  readonly words: number;
}

/** @param inRegisters whether kernels keep all symbols of a vector in registers, instead of a block at a time. */
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

/** Storage of messages over GF(q). @param levels 8, 16 or 32. */
export function levelPacking(levels: number, q: number): LevelPacking {
  // Numbers 1 … levels.
  const bits = Math.floor(Math.log2(levels)) + 1;
  const perLane = Math.floor(levels / bits);
  const blockSymbols = Math.min(q, BLOCK);
  const blockWords = Math.ceil(blockSymbols / perLane);
  return { bits, perLane, blockSymbols, blockWords, words: (q / blockSymbols) * blockWords };
}

/** Storage of a flooding decoder's channel values. */
interface ChannelPacking {
  /** Bits of a value, and the number of values of a frame in a lane, for neighbouring symbols. */
  readonly bits: number;
  readonly perLane: number;
  /** Largest value. */
  readonly maximum: number;
}

/**
 * The messages to a variable of degree d change a symbol by at most d·levels, so all channel values above that bound
 * have the same effect: their symbol is never decided, and its message to a check is cut in any case. So 8 bits are
 * enough for 16 levels and 15 checks, 16 bits for 32 levels. With 8 levels a lane of 8 bits holds the sum as well.
 */
export function channelPacking(levels: number): ChannelPacking {
  if (levels === 8) return { bits: 8, perLane: 1, maximum: 127 };
  const bits = levels / 2;
  return { bits, perLane: 2, maximum: mask(bits) };
}

/**
 * Constants of kernels that pack or unpack a flooding decoder's channel values, with as many symbols at a time as
 * messages have.
 */
export function channelConstants(levels: number, part: number): KernelConstants {
  const { bits, perLane } = channelPacking(levels);
  return { CHANNEL_BITS: bits, CHANNEL_PER_LANE: perLane, PART_CHANNEL_WORDS: part / perLane };
}

function mask(bits: number): number {
  return 0xffffffff >>> (32 - bits);
}
