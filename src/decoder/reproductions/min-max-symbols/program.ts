import { galoisTables } from "../../../../wgsl/common/arithmetic/galois.ts";
import { type TannerGraph, tannerGraph } from "../../../code/tanner-graph.ts";
import type { KernelConstants } from "../../../gpu/kernel.ts";
import {
  constantBuffer,
  type DeviceLimits,
  type Dispatch,
  frameBuffer,
  type ProgramBuffer,
  UNUSED_BUFFER,
} from "../../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../../gpu/workgroup.ts";
import { ALL_FRAMES } from "../../active-frames.ts";
import type { DecoderProgram, DecoderTraffic } from "../../decoder-program.ts";
import type { DecodableCode, DecoderRequest, SymbolCheckNodes } from "../../rule.ts";
import { type DecoderPhases, decoderSteps, interfaceBuffers } from "../../skeleton.ts";
import { type DecoderSpec, stopConstant } from "../../spec.ts";
import { type MessageLayout, symbolMappingOptions } from "./options.ts";

/**
 * The phases of the paper's mapping. Its iteration decides and tests in any case, so decision and test stand with the
 * check nodes, and nothing follows the iterations.
 */
function symbolPhases(
  { q: Q, checks, variables: N, edges }: TannerGraph,
  spec: DecoderSpec,
  limits: DeviceLimits,
  messages: number,
  checkNodes: readonly Dispatch[],
  syndrome: boolean,
): DecoderPhases {
  const STOP = stopConstant(spec);
  const dispatch = (
    kernel: string,
    [count, size]: readonly [count: number, size: number],
    constants: KernelConstants,
    buffers: readonly string[],
  ): Dispatch => ({
    kernel: `reproductions/min-max-symbols/${kernel}`,
    constants,
    buffers,
    workgroups: Math.ceil(count / size),
  });
  const perWorkgroup = variablesPerWorkgroup(Q, limits);
  const symbolwise = { Q, N, MESSAGES: messages, VARIABLES_PER_WORKGROUP: perWorkgroup };
  const init = dispatch("init", [N, perWorkgroup], symbolwise, [
    ...["variable_start", "variable_edges", "channel_llr", "variable_to_check"],
  ]);
  const variable = dispatch("variable", [N, perWorkgroup], { ...symbolwise, STOP }, [
    ...["variable_start", "variable_edges", "channel_llr", "check_to_variable", "unsatisfied", "variable_to_check"],
  ]);
  const normalise = dispatch("normalise", [edges, WORKGROUP_SIZE], { Q, E: edges, MESSAGES: messages, STOP }, [
    ...["check_edges", "unsatisfied", "variable_to_check"],
  ]);
  const decide = dispatch("decide", [N, WORKGROUP_SIZE], { Q, N, MESSAGES: messages, STOP }, [
    ...["variable_start", "variable_edges", "channel_llr", "check_to_variable", "unsatisfied", "decision"],
  ]);
  const test = dispatch("syndrome", [checks, WORKGROUP_SIZE], { Q, N, M: checks, SYNDROME: syndrome ? 1 : 0, STOP }, [
    ...["check_start", "check_edges", "galois_tables", "decision", "syndrome", "unsatisfied"],
  ]);
  return {
    pack: [init],
    variable: [variable, normalise],
    check: [...checkNodes, decide, test],
    syndrome: [],
    active: ALL_FRAMES,
    decide: [],
  };
}

/** Variables per workgroup of the kernels with one invocation per field element: about 64 items. */
function variablesPerWorkgroup(q: number, limits: DeviceLimits): number {
  return Math.max(1, Math.floor(Math.min(WORKGROUP_SIZE, limits.workgroupSize) / q));
}

/** The graph as the kernels read it. */
interface GraphBuffers {
  /** check_start, check_edges, variable_start, variable_edges. */
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
  /** Elements of one frame's message array. */
  readonly messages: number;
}

/**
 * Index tables of a graph for a message layout. Symbol a of an edge's message is at base + a·stride, so the layout is
 * data: kernels are the same for all. With slot i the edge's place in its check m (Wang et al. 2012, section IV-F, first
 * index fastest):
 * - `NqM`: m·(degree·q) + a·degree + i, a check node's block together;
 * - `MNq`: a·(M·D) + i·M + m, D the largest degree, a symbol's q values far apart.
 */
function graphBuffers(graph: TannerGraph, layout: MessageLayout): GraphBuffers {
  const { checks, edges, q, checkStart, edgeCheck, checkDegreeMaximum } = graph;
  const checkEdges = new Uint32Array(4 * edges);
  for (let e = 0; e < edges; e++) {
    const m = edgeCheck[e];
    const i = e - checkStart[m];
    const [base, stride] =
      layout === "NqM"
        ? [checkStart[m] * q + i, checkStart[m + 1] - checkStart[m]]
        : [i * checks + m, checks * checkDegreeMaximum];
    checkEdges.set([graph.edgeVariable[e], graph.edgeValue[e], base, stride], 4 * e);
  }
  const variableEdges = new Uint32Array(2 * edges);
  graph.variableEdge.forEach((e, k) => {
    variableEdges.set(checkEdges.subarray(4 * e + 2, 4 * e + 4), 2 * k);
  });
  return {
    buffers: {
      check_start: constantBuffer(graph.checkStart),
      check_edges: constantBuffer(checkEdges),
      variable_start: constantBuffer(graph.variableStart),
      variable_edges: constantBuffer(variableEdges),
    },
    messages: layout === "NqM" ? edges * q : checks * checkDegreeMaximum * q,
  };
}

/**
 * Model of the work of an iteration. Check nodes read and write the messages, decisions read them, variable nodes and normalisation
 * read and write them; decisions and variable nodes read the channel LLRs.
 */
function symbolTraffic({ edges, variables, q }: TannerGraph, messages: number): DecoderTraffic {
  return { edges, bytesPerIteration: 4 * (7 * messages + 2 * variables * q) };
}

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
