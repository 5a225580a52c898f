/** Consecutive blocks. */
export interface BlockRange {
  /** Index of the first block in the stream, below 2^53. */
  readonly first: number;
  /** Number of blocks. */
  readonly count: number;
}

/**
 * Sifted bits of consecutive blocks.
 * @example
 * const blocks: Blocks = { first: 0, count: 2, bits: new Uint8Array(2 * 12) };
 */
export interface Blocks extends BlockRange {
  /**
   * [block][⌈keyBits/8⌉]: the first bit of a block is the highest of its first byte, and the bits after its last bit
   * are zero.
   */
  readonly bits: Uint8Array;
  /** Sifted bits of the last of these blocks if fewer than keyBits, 1 … keyBits − 1: the end of the stream. */
  readonly lastBits?: number;
}

/** Bits for the punctured positions of blocks. */
export interface PrivateBits {
  /**
   * [block][⌈p/8⌉], packed as the bits are: random, known to nobody else, and kept by the end that may retry the
   * blocks. The same blocks with other private bits would reveal more than the counted leakage.
   */
  readonly privateBits: Uint8Array;
}

/**
 * Alice's message to Bob about blocks, over a public channel that delivers it unchanged.
 * @example
 * const bytes = ({ syndromes, hashes }: AliceMessage) => syndromes.length + hashes.length;
 */
export interface AliceMessage {
  /** [block][⌈M/8⌉]: packed as the blocks are. */
  readonly syndromes: Uint8Array;
  /** [block][hashBits/8] */
  readonly hashes: Uint8Array;
}
