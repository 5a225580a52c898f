import type { ChunkCounts } from "../simulation/counts.ts";
import { clopperPearson, type Estimate } from "../simulation/statistics/statistics.ts";

/** What a transport block of 5G sends. */
export interface SentTransport {
  /** A: bits of the transport block, without checksums. */
  readonly bits: number;
  /** C: code blocks. */
  readonly blocks: number;
  /** Points of the modulation of all transmissions. */
  readonly points: number;
}

/** Block error rates as 3GPP TS 38.212 and 38.214 have them. */
export interface TransportRates {
  /** Code blocks whose checksum fails. */
  readonly codeBlocks: Estimate;
  /** Transport blocks with a code block whose checksum fails. */
  readonly transportBlocks: Estimate;
  /** Information bits of correct transport blocks for each point sent. */
  readonly throughput: Estimate;
}

/**
 * Rates of a transport block from the counts of its code blocks. A block is in error if a bit of its information or of its checksum is
 * wrong; wrong parity bits do not count. A checksum of 24 bits misses 6e-8 of these errors, one of 16 bits 1.5e-5. Code blocks have
 * independent noise, so a transport block is correct with the probability (1 − p)^C.
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
