import type { TannerGraph } from "../../../code/tanner-graph.ts";
import type { DecoderTraffic } from "../../decoder-program.ts";

/**
 * Model of the work of an iteration. Messages read and written by both sides, with them the decisions; the channel's ratios,
 * decisions for the output, and the syndrome.
 */
export function ratioTraffic(
  { edges, checks, variables }: TannerGraph,
  interleave: number,
  syndrome: boolean,
): DecoderTraffic {
  const perWord = 4 * edges + variables + (syndrome ? checks : 0);
  return { edges, bytesPerIteration: 4 * (perWord / interleave + variables) };
}
