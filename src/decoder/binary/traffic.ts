import type { DecoderTraffic } from "../decoder-program.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";
import type { BinaryArithmetic, BinaryPlan } from "./arithmetic.ts";
import type { BinaryGraph } from "./graph.ts";

/**
 * Model of the work of an iteration. With posteriors in device memory: layered, of each edge the message and the posterior are read
 * and written; flooding, the message is read and written by its check and read by its variable, the check reads the
 * posterior, and the variable reads its channel LLR and writes its posterior. A degree-1 variable is read and written
 * with its check. The test reads a posterior for each edge. With posteriors in workgroup memory the messages alone go
 * to and from device memory, and with a flooding schedule a third time for the variables' sums, which read the channel
 * LLRs too. With messages in registers, channel words are read and posteriors written once; the model divides both
 * among the iterations. The state of an edge is read and written with its message if that is in memory. Priors that change are read and written in a layered
 * schedule with the channel LLRs and, in device memory, the posteriors; a flooding sum reads the posterior before. With messages in registers
 * the channel words are read in each iteration.
 */
export function binaryTraffic(
  { variables, edges, messages, core, groups }: BinaryGraph,
  spec: DecoderSpec,
  { lanes }: BinaryArithmetic,
  { layered, resident, chip, nodes, values }: BinaryPlan,
): DecoderTraffic {
  const degreeOneEdges = groups.reduce((sum, group) => sum + (group.degreeOne === undefined ? 0 : group.count), 0);
  const words = chip
    ? (2 * variables) / spec.iterations
    : resident
      ? (layered ? 2 : 3) * messages + (layered ? 0 : core) + 2 * degreeOneEdges
      : 4 * messages + (layered ? 0 : 2 * core) + 2 * degreeOneEdges + stopConstant(spec) * (messages + degreeOneEdges);
  const state = chip ? 0 : 2 * nodes.edge.words * messages;
  const priors = values === undefined ? 0 : chip ? core : layered ? (resident ? 3 : 5) * core : resident ? 0 : core;
  return { edges, bytesPerIteration: (4 / lanes.interleave) * (words + state + priors) };
}
