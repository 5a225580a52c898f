import { InputError } from "../../errors.ts";

export type BaseGraph = 1 | 2;

/** A code block. */
export interface CodeBlock {
  readonly baseGraph: BaseGraph;
  /** Z. */
  readonly liftingSize: number;
  /** K′: bits of a code block before fillers, checksums included. */
  readonly information: number;
  /** Filler bits, behind the information. */
  readonly fillers: number;
}

/** The code blocks of a transport block, which have equally many bits. The bits that they send may differ in number. */
export interface Segmentation extends CodeBlock {
  /** C: number of code blocks. */
  readonly blocks: number;
  /** Bits of the checksum (CRC) of the transport block. */
  readonly transportCrcBits: 16 | 24;
  /** Bits of the checksum of each code block. */
  readonly blockCrcBits: 0 | 24;
}

/** Z = a·2^j up to 384, ascending (table 5.3.2-1). */
const LIFTING_SIZES = [2, 3, 5, 7, 9, 11, 13, 15]
  .flatMap((a) => [1, 2, 4, 8, 16, 32, 64, 128].map((power) => a * power).filter((z) => z <= 384))
  .sort((a, b) => a - b);
/** Longest code block, checksums included, of base graphs 1 and 2. */
const BLOCK_MOST = { 1: 8448, 2: 3840 } as const;
/** Information columns of the base graphs. */
export const INFORMATION_COLUMNS = { 1: 22, 2: 10 } as const;
/** Largest transport block with a short checksum. */
const SHORT_MOST = 3824;
/** Largest transport block of the standard (TS 38.214, 5.1.3.2), for one layer. */
export const TRANSPORT_MOST = 1_277_992;

/**
 * The code blocks of a transport block: checksums, base graph, number of blocks, lifting size and fillers of 3GPP TS
 * 38.212, 5.2.2, 7.2.1 and 7.2.2.
 * @param bits A: bits of the transport block, without checksums.
 * @param rate R: target code rate.
 * @throws InputError for a size outside the standard, or one that does not divide into equal code blocks.
 */
export function segmentation(bits: number, rate: number): Segmentation {
  if (!(Number.isInteger(bits) && bits >= 1 && bits <= TRANSPORT_MOST)) {
    throw new InputError(`a transport block of ${bits} bits: it has 1 to ${TRANSPORT_MOST} bits`);
  }
  if (!(rate > 0 && rate < 1)) throw new InputError(`rate ${rate}: a target code rate is above 0 and below 1`);
  const baseGraph = baseGraphOf(bits, rate);
  const transportCrcBits = bits > SHORT_MOST ? 24 : 16;
  const total = bits + transportCrcBits;
  const most = BLOCK_MOST[baseGraph];
  const blocks = total <= most ? 1 : Math.ceil(total / (most - 24));
  const blockCrcBits = blocks === 1 ? 0 : 24;
  const information = total / blocks + blockCrcBits;
  if (!Number.isInteger(information)) {
    const fewer = bits - (total % blocks);
    throw new InputError(
      `a transport block of ${bits} bits does not divide into ${blocks} equal code blocks: take ${fewer} or ${fewer + blocks} bits`,
    );
  }
  return { ...codeBlock(baseGraph, information), blocks, transportCrcBits, blockCrcBits };
}

/** The base graph for a number of bits without checksums and a target code rate (7.2.2). */
export function baseGraphOf(bits: number, rate: number): BaseGraph {
  return bits <= 292 || (bits <= SHORT_MOST && rate <= 0.67) || rate <= 0.25 ? 2 : 1;
}

/** Lifting size and fillers of a code block (5.2.2). @param information K′, up to 8448 or 3840 bits by base graph. */
export function codeBlock(baseGraph: BaseGraph, information: number): CodeBlock {
  // K_b follows from the bits of all code blocks. Several blocks have more than 640 each.
  const small = information > 640 ? 10 : information > 560 ? 9 : information > 192 ? 8 : 6;
  const columns = baseGraph === 1 ? INFORMATION_COLUMNS[1] : small;
  const liftingSize = LIFTING_SIZES.find((z) => columns * z >= information)!;
  return { baseGraph, liftingSize, information, fillers: INFORMATION_COLUMNS[baseGraph] * liftingSize - information };
}
