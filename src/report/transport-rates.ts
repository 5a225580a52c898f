import { segmentation, sentLengths, type Transport } from "../code/transport.ts";
import type { ChunkCounts } from "../simulation/counts.ts";
import { clopperPearson, type Estimate } from "../simulation/statistics.ts";

/** What a transport block of 5G sends. */
export interface SentTransport {
  /** A: bits of the transport block, without checksums. */
  readonly bits: number;
  /** C: code blocks. */
  readonly blocks: number;
  /** Points of the modulation of all transmissions. */
  readonly points: number;
}

/** What the transmissions of a transport block send. */
export function sentTransport(transport: Transport): SentTransport {
  const blocks = segmentation(transport.bits, transport.rate);
  const { longer, shorter, count } = sentLengths(transport, blocks);
  const each = (count * shorter + (blocks.blocks - count) * longer) / transport.pointBits;
  const points = each * transport.versions.length;
  return { bits: transport.bits, blocks: blocks.blocks, points };
}

/** Block error rates as 3GPP TS 38.212 and 38.214 have them. */
export interface TransportRates {
  /** Code blocks with a wrong bit of information or checksum. */
  readonly codeBlocks: Estimate;
  /** Transport blocks with a wrong code block. */
  readonly transportBlocks: Estimate;
  /** Information bits of correct transport blocks for each point sent. */
  readonly throughput: Estimate;
}

/**
 * Rates of a transport block from the counts of its code blocks. A block is in error if a bit of its information or of its checksum is
 * wrong; wrong parity bits do not count. A checksum of 24 bits misses 6e-8 of these errors, one of 16 bits 1.5e-5. Code blocks have
 * independent noise, so a transport block is correct with the probability (1 − p)^C. Where some blocks send a point less, p is the mean of both
 * rates: with rates p ± d, half each, (1 − p)^C is too high by the factor 1 + C·d²/(2·(1 − p)²), and d is far below p for one point.
 */
export function transportRates(
  { frames, informationFrameErrors }: Pick<ChunkCounts, "frames" | "informationFrameErrors">,
  { bits, blocks, points }: SentTransport,
): TransportRates {
  const codeBlocks = clopperPearson(informationFrameErrors, frames);
  const each = (f: (rate: number) => number) => ({
    value: f(codeBlocks.value),
    low: f(codeBlocks.low),
    high: f(codeBlocks.high),
  });
  const transportBlocks = each((rate) => -Math.expm1(blocks * Math.log1p(-rate)));
  const { value, low, high } = each((rate) => ((1 - rate) ** blocks * bits) / points);
  return { codeBlocks, transportBlocks, throughput: { value, low: high, high: low } };
}

/**
 * Throughput of a sender that repeats a transport block, transmission by transmission, until its checksum is right, at most as often as there
 * are failures: information bits of correct blocks for each point sent. After transmission t the block is wrong with the probability
 * failures[t − 1], so transmission t + 1 follows with this probability. The few blocks that are right after a transmission and would be wrong
 * after the next count as wrong.
 * @param failures transport block error rates after 1, 2, … transmissions, added up by the receiver.
 * @param transmission what one transmission sends.
 */
export function jointThroughput(
  failures: readonly Estimate[],
  { bits, points }: Pick<SentTransport, "bits" | "points">,
): Estimate {
  const of = (rates: readonly number[]) => {
    const transmissions = rates.slice(0, -1).reduce((sum, rate) => sum + rate, 1);
    return ((1 - rates[rates.length - 1]) * bits) / (transmissions * points);
  };
  const [value, low, high] = (["value", "high", "low"] as const).map((end) => of(failures.map((rate) => rate[end])));
  return { value, low, high };
}
