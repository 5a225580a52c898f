import { galoisTables } from "../../../../wgsl/common/arithmetic/galois.ts";
import { tannerGraph } from "../../../code/tanner-graph.ts";
import { constantBuffer, type DeviceLimits, frameBuffer, UNUSED_BUFFER } from "../../../gpu/program.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecodableCode, DecoderRequest, SymbolCheckNodes } from "../../rule.ts";
import { decoderSteps, interfaceBuffers } from "../../skeleton.ts";
import type { DecoderSpec } from "../../spec.ts";
import { symbolPhases } from "./dispatches.ts";
import { graphBuffers } from "./graph.ts";
import { symbolMappingOptions } from "./options.ts";
import { symbolTraffic } from "./traffic.ts";

/**
 * A decoder of symbols over GF(q) as a program. Flooding schedule; one iteration is check nodes, decision, syndrome,
 * then (before the next) variable nodes and normalisation, so that the last iteration computes no unused messages.
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
  const syndrome = request.syndrome === true;
  const { layout } = symbolMappingOptions(spec);
  const graph = tannerGraph(matrix);
  const { q, checks, variables } = graph;
  const { buffers, messages } = graphBuffers(graph, layout);
  const checkNodes = checkNodePlan(graph, spec, limits, messages, request);
  const phases = symbolPhases(graph, spec, limits, messages, checkNodes.dispatches, syndrome);
  return {
    input: "symbol",
    buffers: {
      ...buffers,
      ...checkNodes.buffers,
      ...interfaceBuffers(spec, variables * q, variables),
      galois_tables: constantBuffer(galoisTables(matrix.field)),
      syndrome: syndrome ? frameBuffer("u32", checks) : UNUSED_BUFFER,
      variable_to_check: frameBuffer("f32", messages),
      check_to_variable: frameBuffer("f32", messages),
    },
    // The first messages to the checks are the channel's.
    ...decoderSteps(spec, phases, { order: ["variable", "check"], notAtFirst: ["variable"] }),
    traffic: symbolTraffic(graph, messages),
    plan: [`an invocation for each field element, flooding, message layout ${layout}`, ...checkNodes.plan],
  };
}
