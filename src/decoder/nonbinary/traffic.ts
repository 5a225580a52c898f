import type { TannerGraph } from "../../code/tanner-graph.ts";
import type { DecoderTraffic } from "../decoder-program.ts";
import type { FrameArithmetic } from "./arithmetic.ts";

/**
 * Model of the work of an iteration. Flooding: check nodes and variable nodes read and write the messages, and variable
 * nodes read the channel LLRs. Layered: check nodes read posteriors and messages, each twice if they go forward and
 * back, and write both.
 */
export function frameTraffic(
  graph: TannerGraph,
  { messageWords, channelWords, interleave }: FrameArithmetic,
  layered: boolean,
): DecoderTraffic {
  const { q, edges, variables } = graph;
  const words = layered ? edges * (2 * messageWords + 2 * q) : 4 * edges * messageWords + variables * channelWords;
  return { edges, bytesPerIteration: (4 * words) / interleave };
}
