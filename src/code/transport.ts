import { InputError } from "../errors.ts";
import { joined } from "../joined.ts";
import type { Code } from "./code.ts";
import { rateMatch } from "./rate-matching.ts";

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
interface BlockTransmission {
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
interface Segmentation extends CodeBlock {
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
const INFORMATION_COLUMNS = { 1: 22, 2: 10 } as const;
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

/** A transport block of 5G and its transmissions. */
export interface Transport {
  /** A: bits of the transport block, without checksums. */
  readonly bits: number;
  /** R: target code rate of one transmission. */
  readonly rate: number;
  /** Redundancy version of each transmission. The receiver adds up the LLRs of all of them. */
  readonly versions: readonly RedundancyVersion[];
  /** Bits of a point of the modulation. */
  readonly pointBits: number;
  /** Bits of the receiver's soft buffer for a code block; the whole buffer if left out. */
  readonly buffer?: number;
  /** G: bits of one transmission of the transport block. If left out, each code block sends the fewest bits that the rate allows. */
  readonly sent?: number;
}

/** E: bits that code blocks send in a transmission (3GPP TS 38.212, 5.4.2.1, for one layer). */
interface SentLengths {
  /** Bits of the longer code blocks. */
  readonly longer: number;
  /** Bits of the shorter code blocks, the bits of one point fewer; equal to `longer` where all blocks send equally many. */
  readonly shorter: number;
  /** Number of shorter code blocks, which are the first; 0 where all blocks send equally many. */
  readonly count: number;
}

/** Block rows of a base graph that have no column of their own. */
const CORE_ROWS = 4;
/** Most transmissions of a block, and most bits of all of them. */
const [TRANSMISSIONS_MOST, BITS_MOST] = [32, 2 ** 24];

/** Most transmissions of one bit: the receiver's sums of LLRs are integers of 32 bits. */
const REPETITIONS_MOST = 64;

/**
 * E: bits of a code block that each transmission sends. The bits of a transmission are shared point by point.
 * @throws InputError for bits that do not fill points, or leave a code block without a point.
 */
export function sentLengths({ bits, rate, pointBits, sent }: Transport, { blocks }: Segmentation): SentLengths {
  const points = sent === undefined ? blocks * Math.ceil(bits / (rate * blocks * pointBits) - 1e-9) : sent / pointBits;
  if (!Number.isInteger(points)) {
    const fewer = Math.floor(points) * pointBits;
    throw new InputError(`${sent} bits do not fill points of ${pointBits} bits: send ${fewer} or ${fewer + pointBits}`);
  }
  if (points < blocks) {
    throw new InputError(
      `${sent} bits have no point of ${pointBits} bits for each of ${blocks} code blocks: send ${blocks * pointBits} or more`,
    );
  }
  const shorter = Math.floor(points / blocks) * pointBits;
  const rest = points % blocks;
  return rest === 0
    ? { longer: shorter, shorter, count: 0 }
    : { longer: shorter + pointBits, shorter, count: blocks - rest };
}

/**
 * The code of each code block of a transport block, as 5G sends it.
 * @param load returns the code of a base graph and a lifting size.
 * @throws InputError as `segmentation` and `transmissionOrder`, and for transmissions that carry fewer bits than the block.
 */
export function transportCode(transport: Transport, load: (name: string) => Code): Code {
  const { bits, rate, versions, pointBits, buffer } = transport;
  const blocks = segmentation(bits, rate);
  const { baseGraph, liftingSize, information, fillers } = blocks;
  const { longer, shorter, count } = sentLengths(transport, blocks);
  if (versions.length === 0 || versions.length > TRANSMISSIONS_MOST || longer * versions.length > BITS_MOST) {
    const most = `1 to ${TRANSMISSIONS_MOST} redundancy versions, and ${BITS_MOST} bits of a code block`;
    throw new InputError(`${versions.length} transmissions of ${longer} bits each: give ${most} at most`);
  }
  const orderOf = (each: number) => {
    const orders = versions.map((version) => transmissionOrder(blocks, { version, bits: each, pointBits, buffer }));
    return joined(Uint32Array, orders);
  };
  const order = orderOf(longer);
  const least = count === 0 ? order : orderOf(shorter);
  const last = order.reduce((most, position) => Math.max(most, position), 0);
  const rows = Math.max(CORE_ROWS, Math.floor(last / liftingSize) + 1 - INFORMATION_COLUMNS[baseGraph]);
  const { code } = rateMatch(load(`nr-bg${baseGraph}-z${liftingSize}`), { rows, fillers });
  const unsent = new Uint8Array(code.matrix.columns).fill(1);
  for (const position of code.shortened ?? []) unsent[position] = 0;
  for (const position of order) unsent[position] = 0;
  const punctured = Uint32Array.from(unsent.keys()).filter((position) => unsent[position] === 1);
  const distinct = new Set(least).size;
  if (distinct < information) {
    throw new InputError(
      `redundancy versions ${versions.join(",")} send ${distinct} different bits of a code block of ${information} bits: give a lower rate or a larger --sent${buffer === undefined ? "" : " or --buffer"}${versions[0] === 0 ? "" : ", or begin with version 0"}`,
    );
  }
  const repetitions = new Uint32Array(code.matrix.columns);
  for (const position of order) repetitions[position]++;
  const most = repetitions.reduce((all, count) => Math.max(all, count), 0);
  if (most > REPETITIONS_MOST) {
    throw new InputError(
      `a bit is sent ${most} times, ${REPETITIONS_MOST} at most: give a higher rate or fewer versions`,
    );
  }
  const text = `${bits} bits in ${blocks.blocks === 1 ? "one code block" : `${blocks.blocks} code blocks`}`;
  const lengths = count === 0 ? [longer] : [shorter, longer];
  return {
    ...code,
    name: `nr-${bits}-sent${lengths.join("or")}-rv${versions.join("")}`,
    description: `5G transport block of ${text}, ${lengths.join(" or ")} bits of a block in each of ${versions.length} transmissions`,
    punctured,
    sending: {
      order,
      checksumBits: information - bits / blocks.blocks,
      ...(count === 0 ? {} : { shorter: { order: least, count, blocks: blocks.blocks } }),
    },
  };
}

/** Bits of a point of a modulation, and 1024 times the target code rate, by the index of a table. */
type McsTable = readonly (readonly [pointBits: number, ...rates: number[]])[];

/** Modulation and coding schemes (TS 38.214, tables 5.1.3.1-1 to 5.1.3.1-4): bits of a point, and 1024 times the rates in the order of the indices. */
const MCS_TABLES: Readonly<Record<number, McsTable>> = {
  1: [
    [2, 120, 157, 193, 251, 308, 379, 449, 526, 602, 679],
    [4, 340, 378, 434, 490, 553, 616, 658],
    [6, 438, 466, 517, 567, 616, 666, 719, 772, 822, 873, 910, 948],
  ],
  2: [
    [2, 120, 193, 308, 449, 602],
    [4, 378, 434, 490, 553, 616, 658],
    [6, 466, 517, 567, 616, 666, 719, 772, 822, 873],
    [8, 682.5, 711, 754, 797, 841, 885, 916.5, 948],
  ],
  3: [
    [2, 30, 40, 50, 64, 78, 99, 120, 157, 193, 251, 308, 379, 449, 526, 602],
    [4, 340, 378, 434, 490, 553, 616],
    [6, 438, 466, 517, 567, 616, 666, 719, 772],
  ],
  4: [
    [2, 120, 193, 449],
    [4, 378, 490, 616],
    [6, 466, 517, 567, 616, 666, 719, 772, 822, 873],
    [8, 682.5, 711, 754, 797, 841, 885, 916.5, 948],
    [10, 805.5, 853, 900.5, 948],
  ],
};

/** A modulation and coding scheme. */
export interface CodingScheme {
  /** Q_m: bits of a point. */
  readonly pointBits: number;
  /** 1024·R. */
  readonly rate1024: number;
}

/** The schemes of a table in the order of their indices. */
function schemesOf(table: number): readonly CodingScheme[] {
  return MCS_TABLES[table].flatMap(([pointBits, ...rates]) => rates.map((rate1024) => ({ pointBits, rate1024 })));
}

/**
 * The table that has all schemes, and the index of each in it; of several such tables the first of 1, 2, 4 and 3.
 * @returns undefined if no table has all of them.
 */
export function schemeIndices(
  schemes: readonly CodingScheme[],
): { readonly table: number; readonly indices: readonly number[] } | undefined {
  for (const table of [1, 2, 4, 3]) {
    const known = schemesOf(table);
    const indices = schemes.map(({ pointBits, rate1024 }) =>
      known.findIndex((one) => one.pointBits === pointBits && one.rate1024 === rate1024),
    );
    if (!indices.includes(-1)) return { table, indices };
  }
  return undefined;
}

/**
 * The modulation and coding scheme of an index in one of the tables 5.1.3.1-1 to 5.1.3.1-4 of TS 38.214.
 * @throws InputError for a table or an index that there is not, or an index that is reserved.
 * @example
 * codingScheme(2, 20); // → { pointBits: 8, rate1024: 682.5 }
 */
export function codingScheme(table: number, index: number): CodingScheme {
  if (!Object.hasOwn(MCS_TABLES, table)) throw new InputError(`there is no MCS table ${table}: give 1, 2, 3 or 4`);
  const schemes = schemesOf(table);
  const scheme = schemes[index];
  if (scheme === undefined) {
    throw new InputError(`MCS table ${table} has the indices 0 to ${schemes.length - 1}, and no ${index}`);
  }
  return scheme;
}

/** Resources of a slot: physical resource blocks, and what of each carries data. */
export interface Resources {
  /** n_PRB: physical resource blocks. */
  readonly prbs: number;
  /** OFDM symbols of the slot that are allocated, 1 … 14. */
  readonly symbols: number;
  /** Resource elements of a block that carry reference signals (DM-RS). */
  readonly dmrs: number;
  /** Resource elements of a block that are lost to other signals (xOverhead). */
  readonly overhead: number;
}

/** Resource elements of a physical resource block in one OFDM symbol. */
const SUBCARRIERS = 12;
/** Most resource elements of a physical resource block that the size of a transport block counts. */
const ELEMENTS_MOST = 156;

/** Sizes of small transport blocks (TS 38.214, table 5.1.3.2-1): first, step and last of ranges. */
const SMALL_SIZES = [
  ...[24, 8, 192, 208, 16, 288, 304, 16, 384, 408, 24, 528, 552, 24, 576, 608, 32, 768, 808, 40, 928, 984, 48, 1032],
  ...[1064, 64, 1128, 1160, 32, 1352, 1416, 64, 1928, 2024, 64, 2280, 2408, 64, 2856, 2976, 128, 3104, 3240, 128, 3752],
  ...[3824, 8, 3824],
];

/** The sizes of small transport blocks, ascending. */
export const SMALL_TRANSPORT_BLOCKS: readonly number[] = Array.from({ length: SMALL_SIZES.length / 3 }, (_, i) => {
  const [first, step, last] = SMALL_SIZES.slice(3 * i);
  return Array.from({ length: (last - first) / step + 1 }, (_, j) => first + j * step);
}).flat();

/**
 * The transport block that fills resources with one layer (TS 38.214, 5.1.3.2).
 * @returns A: bits of the block, without checksums; G: coded bits that the resources carry.
 * @throws InputError for resources that carry nothing, or a block beyond the standard.
 * @example
 * transportBlock({ prbs: 50, symbols: 12, dmrs: 12, overhead: 0 }, codingScheme(1, 16)); // → { bits: 16896, sent: 26400 }
 */
export function transportBlock(
  { prbs, symbols, dmrs, overhead }: Resources,
  { pointBits, rate1024 }: CodingScheme,
): { readonly bits: number; readonly sent: number } {
  const elements = SUBCARRIERS * symbols - dmrs - overhead;
  if (elements <= 0) {
    throw new InputError(
      `${symbols} symbols have ${SUBCARRIERS * symbols} resource elements in a block, of which ${dmrs + overhead} carry no data: none is left`,
    );
  }
  const information = (Math.min(ELEMENTS_MOST, elements) * prbs * rate1024 * pointBits) / 1024;
  return { bits: quantisedSize(information, rate1024 / 1024), sent: elements * prbs * pointBits };
}

/** The size of a transport block near a number of information bits, N_info. @param rate R. */
function quantisedSize(information: number, rate: number): number {
  if (information <= SHORT_MOST) {
    const step = 2 ** Math.max(3, Math.floor(Math.log2(information)) - 6);
    const rounded = Math.max(SMALL_TRANSPORT_BLOCKS[0], step * Math.floor(information / step));
    return SMALL_TRANSPORT_BLOCKS.find((size) => size >= rounded)!;
  }
  const step = 2 ** (Math.floor(Math.log2(information - 24)) - 5);
  const total = Math.max(3840, step * Math.round((information - 24) / step)) + 24;
  const most = rate <= 0.25 ? BLOCK_MOST[2] - 24 : BLOCK_MOST[1] - 24;
  const blocks = rate <= 0.25 || total - 24 > most ? Math.ceil(total / most) : 1;
  const bits = 8 * blocks * Math.ceil(total / (8 * blocks)) - 24;
  if (bits <= TRANSPORT_MOST) return bits;
  throw new InputError(`the resources carry a transport block of ${bits} bits: it has ${TRANSPORT_MOST} at most`);
}
