import type { DeviceLimits } from "../../gpu/program.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecoderSpec } from "../spec.ts";
import type { BinaryArithmetic, BinaryPlan } from "./arithmetic.ts";
import type { BinaryGraph } from "./graph.ts";
import { residentProgram } from "./resident.ts";
import { streamingProgram } from "./streaming.ts";

/**
 * The program of a binary decoder: channel LLRs into words of the number format, iterations, decisions. A flooding
 * iteration is all check nodes, then all variable nodes; a layered iteration is layer after layer. Decisions are tested
 * after each iteration with early termination, else after the last iteration.
 */
export function binaryProgram(
  graph: BinaryGraph,
  spec: DecoderSpec,
  arithmetic: BinaryArithmetic,
  plan: BinaryPlan,
  limits: DeviceLimits,
): DecoderProgram {
  const make = plan.resident ? residentProgram : streamingProgram;
  return make(graph, spec, arithmetic, plan, limits);
}
