import type { ParityCheckMatrix } from "../code/parity-check-matrix.ts";
import { tannerGraph } from "../code/tanner-graph.ts";
import { galoisTables } from "../kernel/galois-tables.ts";
import { GROUP } from "../kernel/range.ts";
import { checkNodeRules } from "./check-node-rules.ts";
import { graphBuffers } from "./graph-buffers.ts";
import { constantBuffer, type DeviceLimits, frameBuffer, type Program, type Stage } from "./program.ts";
import { type DecoderSpec, stopConstant } from "./spec.ts";

/**
 * A decoder as a program. Input buffer `channel_llr` [frame][N][q] f32 (L(a) = ln P(s)/P(a) ≥ 0, natural logarithm);
 * outputs `decision` [frame][N] and `unsatisfied` [iteration][frame], 1 where the decision after that iteration fails a
 * check. Flooding schedule; one iteration is check nodes, decision, syndrome, then (before the next) variable nodes and
 * normalisation, so that the last iteration does nothing in vain.
 * @param limits of the device that will run it.
 * @throws InputError if an explicit option cannot be met by the device.
 */
export function decoderProgram(matrix: ParityCheckMatrix, spec: DecoderSpec, limits: DeviceLimits): Program {
  const graph = tannerGraph(matrix);
  const { q, checks, variables, edges } = graph;
  const { buffers, messages } = graphBuffers(graph, spec.layout);
  const checkNodes = checkNodeRules[spec.rule].plan(graph, spec, limits, messages);
  const stop = stopConstant(spec);
  const perGroup = variablesPerGroup(q, limits);
  const groupsOf = (count: number, size: number) => Math.ceil(count / size);
  const symbolwise = { Q: q, N: variables, MESSAGES: messages, VARIABLES_PER_GROUP: perGroup };

  const init: Stage = {
    kernel: "init",
    constants: symbolwise,
    buffers: ["variable_start", "variable_edges", "channel_llr", "variable_to_check"],
    groups: groupsOf(variables, perGroup),
  };
  const decide: Stage = {
    kernel: "decide",
    constants: { Q: q, N: variables, MESSAGES: messages, STOP: stop },
    buffers: ["variable_start", "variable_edges", "channel_llr", "check_to_variable", "unsatisfied", "decision"],
    groups: groupsOf(variables, GROUP),
  };
  const syndrome: Stage = {
    kernel: "syndrome",
    constants: { Q: q, N: variables, M: checks, STOP: stop },
    buffers: ["check_start", "check_edges", "galois_tables", "decision", "unsatisfied"],
    groups: groupsOf(checks, GROUP),
  };
  const variable: Stage = {
    kernel: "variable",
    constants: { ...symbolwise, STOP: stop },
    buffers: [
      "variable_start",
      "variable_edges",
      "channel_llr",
      "check_to_variable",
      "unsatisfied",
      "variable_to_check",
    ],
    groups: groupsOf(variables, perGroup),
  };
  const normalise: Stage = {
    kernel: "normalise",
    constants: { Q: q, E: edges, MESSAGES: messages, STOP: stop },
    buffers: ["check_edges", "unsatisfied", "variable_to_check"],
    groups: groupsOf(edges, GROUP),
  };
  return {
    buffers: {
      ...buffers,
      ...checkNodes.buffers,
      galois_tables: constantBuffer(galoisTables(matrix.field)),
      channel_llr: frameBuffer("f32", variables * q),
      variable_to_check: frameBuffer("f32", messages),
      check_to_variable: frameBuffer("f32", messages),
      unsatisfied: { ...frameBuffer("u32", spec.iterations), cleared: true },
      decision: frameBuffer("u32", variables),
    },
    start: [init, ...checkNodes.stages, decide, syndrome],
    iterate: [variable, normalise, ...checkNodes.stages, decide, syndrome],
    repeats: spec.iterations - 1,
    finish: [],
    plan: [`message layout ${spec.layout}`, ...checkNodes.plan],
  };
}

/** Variables per workgroup of the kernels with one work item per field element: about 64 items. */
export function variablesPerGroup(q: number, limits: DeviceLimits): number {
  return Math.max(1, Math.floor(Math.min(GROUP, limits.workgroupSize) / q));
}
