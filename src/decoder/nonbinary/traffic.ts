import type { DecoderTraffic } from "../decoder-program.ts";
import type { FrameDecoding } from "./arithmetic.ts";
import { statesOf } from "./nodes.ts";

/**
 * Model of the work of an iteration. Flooding: check nodes and variable nodes read and write the messages, and variable
 * nodes read the channel LLRs. Layered: check nodes read posteriors and messages, each twice if they go forward and
 * back, and write both. Rules of variables read channel and posteriors (flooding: messages and priors) and write priors (layered: posteriors too).
 * Rules of edges read and write messages (layered: read messages, read and write posteriors) and states, which have a word for a frame.
 */
export function frameTraffic({ graph, arithmetic, layered, nodes }: FrameDecoding): DecoderTraffic {
  const { q, edges, variables } = graph;
  const { messageWords, channelWords, interleave } = arithmetic;
  const words = layered ? edges * (2 * messageWords + 2 * q) : 4 * edges * messageWords + variables * channelWords;
  const priors = layered ? 5 * variables * q : edges * messageWords + 3 * variables * channelWords;
  const edgeWords = layered ? edges * (messageWords + 2 * q) : 2 * edges * messageWords;
  const states = 2 * edges * statesOf(nodes, q) * interleave;
  const all = words + (nodes.values === undefined ? 0 : priors) + nodes.edge.words * (edgeWords + states);
  return { edges, bytesPerIteration: (4 * all) / interleave };
}
