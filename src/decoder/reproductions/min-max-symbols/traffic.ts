import type { TannerGraph } from "../../../code/tanner-graph.ts";
import type { DecoderTraffic } from "../../decoder-program.ts";

/**
 * Model of the work of an iteration. Check nodes read and write the messages, decisions read them, variable nodes and normalisation
 * read and write them; decisions and variable nodes read the channel LLRs.
 */
export function symbolTraffic({ edges, variables, q }: TannerGraph, messages: number): DecoderTraffic {
  return { edges, bytesPerIteration: 4 * (7 * messages + 2 * variables * q) };
}
