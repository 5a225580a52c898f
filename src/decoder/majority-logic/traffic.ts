import type { TannerGraph } from "../../code/tanner-graph.ts";
import type { DecoderTraffic } from "../decoder-program.ts";

/**
 * Model of the work of an iteration. Of each edge the variable's word for the check and the check's for the variable; of each check
 * its word, read and written, and its syndrome; of each variable its word and its decision's reliability, read and written. Votes for
 * other symbols, few after the first iterations, are left out.
 */
export function majorityTraffic({ edges, checks, variables }: TannerGraph, syndrome: boolean): DecoderTraffic {
  return { edges, bytesPerIteration: 4 * (2 * edges + (2 + (syndrome ? 1 : 0)) * checks + 4 * variables) };
}
