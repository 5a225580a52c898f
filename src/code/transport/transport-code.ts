import { InputError } from "../../errors.ts";
import { joined } from "../../joined.ts";
import type { Code } from "../code.ts";
import { rateMatch } from "../rate-matching.ts";
import { type RedundancyVersion, transmissionOrder } from "./circular-buffer.ts";
import { INFORMATION_COLUMNS, type Segmentation, segmentation } from "./segmentation.ts";

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
export interface SentLengths {
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
