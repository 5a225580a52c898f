import { galoisTables } from "../../../../wgsl/common/galois.ts";
import { tannerGraph } from "../../../code/tanner-graph.ts";
import { constantBuffer, type DeviceLimits, type Dispatch, frameBuffer, UNUSED_BUFFER } from "../../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../../gpu/workgroup.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecodableCode, DecoderRequest, SymbolCheckNodes } from "../../rule.ts";
import { type DecoderSpec, stopConstant } from "../../spec.ts";
import { graphBuffers } from "./graph.ts";
import { symbolMappingOptions } from "./options.ts";

/**
 * A decoder of symbols over GF(q) as a program. Flooding schedule; one iteration is check nodes, decision, syndrome, then (before the next) variable nodes and
 * normalisation, so that the last iteration does nothing in vain.
 * @param limits of the device that will run it.
 * @throws InputError if an explicit option cannot be met by the device.
 */
export function symbolDecoder(
  checkNodePlan: SymbolCheckNodes,
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  const withSyndrome = request.syndrome === true;
  const { layout } = symbolMappingOptions(spec);
  const graph = tannerGraph(matrix);
  const { q, checks, variables, edges } = graph;
  const { buffers, messages } = graphBuffers(graph, layout);
  const checkNodes = checkNodePlan(graph, spec, limits, messages, request);
  const stop = stopConstant(spec);
  const perWorkgroup = variablesPerWorkgroup(q, limits);
  const workgroupsOf = (count: number, size: number) => Math.ceil(count / size);
  const symbolwise = { Q: q, N: variables, MESSAGES: messages, VARIABLES_PER_WORKGROUP: perWorkgroup };

  const init: Dispatch = {
    kernel: "reproductions/min-max-symbols/init",
    constants: symbolwise,
    buffers: ["variable_start", "variable_edges", "channel_llr", "variable_to_check"],
    workgroups: workgroupsOf(variables, perWorkgroup),
  };
  const decide: Dispatch = {
    kernel: "reproductions/min-max-symbols/decide",
    constants: { Q: q, N: variables, MESSAGES: messages, STOP: stop },
    buffers: ["variable_start", "variable_edges", "channel_llr", "check_to_variable", "unsatisfied", "decision"],
    workgroups: workgroupsOf(variables, WORKGROUP_SIZE),
  };
  const syndrome: Dispatch = {
    kernel: "reproductions/min-max-symbols/syndrome",
    constants: { Q: q, N: variables, M: checks, SYNDROME: withSyndrome ? 1 : 0, STOP: stop },
    buffers: ["check_start", "check_edges", "galois_tables", "decision", "syndrome", "unsatisfied"],
    workgroups: workgroupsOf(checks, WORKGROUP_SIZE),
  };
  const variable: Dispatch = {
    kernel: "reproductions/min-max-symbols/variable",
    constants: { ...symbolwise, STOP: stop },
    buffers: [
      "variable_start",
      "variable_edges",
      "channel_llr",
      "check_to_variable",
      "unsatisfied",
      "variable_to_check",
    ],
    workgroups: workgroupsOf(variables, perWorkgroup),
  };
  const normalise: Dispatch = {
    kernel: "reproductions/min-max-symbols/normalise",
    constants: { Q: q, E: edges, MESSAGES: messages, STOP: stop },
    buffers: ["check_edges", "unsatisfied", "variable_to_check"],
    workgroups: workgroupsOf(edges, WORKGROUP_SIZE),
  };
  return {
    input: "symbol",
    buffers: {
      ...buffers,
      ...checkNodes.buffers,
      galois_tables: constantBuffer(galoisTables(matrix.field)),
      channel_llr: frameBuffer("f32", variables * q),
      syndrome: withSyndrome ? frameBuffer("u32", checks) : UNUSED_BUFFER,
      variable_to_check: frameBuffer("f32", messages),
      check_to_variable: frameBuffer("f32", messages),
      unsatisfied: { ...frameBuffer("u32", spec.iterations), cleared: true },
      decision: frameBuffer("u32", variables),
    },
    start: [init, ...checkNodes.dispatches, decide, syndrome],
    iterate: [variable, normalise, ...checkNodes.dispatches, decide, syndrome],
    repeats: spec.iterations - 1,
    afterIterations: [],
    // Check nodes read and write the messages, decisions read them, variable nodes and normalisation read and write them;
    // decisions and variable nodes read the channel LLRs.
    traffic: { edges, bytesPerIteration: 4 * (7 * messages + 2 * variables * q) },
    plan: [`an invocation for each field element, flooding, message layout ${layout}`, ...checkNodes.plan],
  };
}

/** Variables per workgroup of the kernels with one invocation per field element: about 64 items. */
function variablesPerWorkgroup(q: number, limits: DeviceLimits): number {
  return Math.max(1, Math.floor(Math.min(WORKGROUP_SIZE, limits.workgroupSize) / q));
}
