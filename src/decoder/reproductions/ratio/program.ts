import { ratioF32 } from "../../../../wgsl/reproductions/ratio/f32.ts";
import { ratioLevels } from "../../../../wgsl/reproductions/ratio/levels.ts";
import { ratioLevelsPair } from "../../../../wgsl/reproductions/ratio/levels-pair.ts";
import { tannerGraph } from "../../../code/tanner-graph.ts";
import { InputError } from "../../../errors.ts";
import type { KernelConstants } from "../../../gpu/kernel.ts";
import { variantOf } from "../../../gpu/part.ts";
import {
  constantBuffer,
  type DeviceLimits,
  type Dispatch,
  frameBuffer,
  type ProgramBuffer,
  UNUSED_BUFFER,
} from "../../../gpu/program.ts";
import { WORKGROUP_SIZE, WORKGROUPS_MAXIMUM } from "../../../gpu/workgroup.ts";
import { activeListBuffer, compactFramesDispatch } from "../../active-frames.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../../rule.ts";
import { type DecoderSpec, optionsOf, stopConstant } from "../../spec.ts";
import { addressesOf, type DegreeNodes, type GraphSide, graphSides } from "./graph.ts";
import { RATIO_LAYOUTS, RATIO_OPTIONS } from "./options.ts";

/** Nodes of an invocation on software devices, where starting a workgroup costs as much as a node. */
const SOFTWARE_NODES = 8;
/** Edges that an invocation has at least, if there are such nodes: what it reads of lists is then little beside its messages. */
const EDGES_TOGETHER = 16;
/** Elements of one frame's inputs and outputs that an invocation takes side by side: 32 bytes, what device memory moves at once. */
const SIDE_BY_SIDE = 8;

/**
 * Sum-product on likelihood ratios as a program, flooding (A. Mink, A. Nakassis, "LDPC Error Correction for Gbit/s QKD",
 * Proc. SPIE 9123, 2014). Checks test the decisions that come with the variables' messages, so there is no stage for the
 * test but after the last iteration. With layout=frames and early termination, variables move the words that are left
 * together.
 * @throws InputError for a code over another field.
 */
export function ratioProgram(
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome: withSyndrome = false }: DecoderRequest = {},
): DecoderProgram {
  if (matrix.field.q !== 2) {
    throw new InputError(`${spec.rule} decodes codes over GF(2), not GF(${matrix.field.q}): use min-max`);
  }
  const { bits, layout } = optionsOf(RATIO_OPTIONS, spec);
  const { note: words, ...order } = RATIO_LAYOUTS[layout];
  const { FRAME_INTERLEAVED, ONE_ARRAY } = order;
  const interleaved = FRAME_INTERLEAVED === 1;
  const interleave = interleaved && bits !== "32" ? 2 : 1;
  const graph = tannerGraph(matrix);
  const { checks, variables, edges } = graph;
  const sides = graphSides(graph, order);
  const stop = stopConstant(spec);
  const SYNDROME = withSyndrome ? 1 : 0;
  const levels = interleave === 2 ? ratioLevelsPair : ratioLevels;
  const variant = variantOf({ message: bits === "32" ? ratioF32 : levels });
  const common: KernelConstants = { FRAME_INTERLEAVED, LEVELS: bits === "32" ? 0 : 2 ** Number(bits) - 1 };

  /** Words leave when their frames are done. */
  const compacts = interleaved && stop === 1;

  const dispatch = (
    kernel: string,
    count: number,
    constants: KernelConstants,
    buffers: string[],
    least = 1,
  ): Dispatch => {
    const nodes = Math.max(least, limits.software ? SOFTWARE_NODES : 1, Math.ceil(count / WORKGROUPS_MAXIMUM));
    return {
      kernel,
      constants: { ...common, ...constants, NODES_PER_WORKGROUP: nodes },
      variant,
      buffers,
      workgroups: Math.ceil(count / (interleaved ? nodes : WORKGROUP_SIZE)),
      framesPerWorkgroup: interleaved ? WORKGROUP_SIZE * interleave : interleave,
    };
  };
  /** A dispatch for each degree. */
  const nodeDispatches = (
    kernel: string,
    own: GraphSide,
    other: GraphSide,
    extra: KernelConstants,
    buffers: string[],
  ) =>
    own.groups.map((nodes): Dispatch => {
      const sizes = { RECEIVED: own.size, SENT: other.size };
      const constants = { ...order, STOP: stop, ...extra, ...nodeConstants(nodes), ...sizes };
      const least = Math.ceil(EDGES_TOGETHER / (nodes.degree + 1));
      return { ...dispatch(kernel, nodes.count, constants, buffers, least), overActive: compacts };
    });

  const [toChecks, toVariables] = ONE_ARRAY === 1 ? ["messages", "messages"] : ["to_checks", "to_variables"];
  const received = (name: string) => (ONE_ARRAY === 1 ? "unused" : name);
  const activeList = interleaved ? "active_list" : "unused";
  // With one array both sides have the order of the variables.
  const checkOrder = ONE_ARRAY === 1 ? sides.variables : sides.checks;
  const checkDispatches = (UPDATES: 0 | 1) =>
    nodeDispatches("reproductions/ratio/check", sides.checks, sides.variables, { SYNDROME, UPDATES }, [
      ...["check_addresses", withSyndrome ? "check_syndromes" : "unused", activeList, received(toChecks), toVariables],
      "unsatisfied",
    ]);
  const variableDispatches = (FIRST: 0 | 1) =>
    nodeDispatches("reproductions/ratio/variable", sides.variables, checkOrder, { FIRST, PAIRS: interleave - 1 }, [
      ...[ONE_ARRAY === 1 ? "unused" : "variable_addresses", "channel", activeList, "unsatisfied"],
      ...[received(toVariables), toChecks, "decisions"],
    ]);
  const channel = dispatch(
    "reproductions/ratio/channel",
    variables,
    { N: variables },
    ["symbol", "channel_llr", "channel"],
    SIDE_BY_SIDE,
  );
  const syndromes = dispatch(
    "reproductions/ratio/syndrome",
    checks,
    { M: checks },
    ["row", "syndrome", "check_syndromes"],
    SIDE_BY_SIDE,
  );
  const decision = dispatch(
    "reproductions/ratio/decide",
    variables,
    { N: variables },
    ["symbol", "decisions", "decision"],
    SIDE_BY_SIDE,
  );
  const list = compactFramesDispatch({ slotFrames: interleave });
  return {
    input: "bit",
    buffers: {
      symbol: constantBuffer(sides.variables.nodes),
      check_addresses: constantBuffer(addressesOf(sides.checks, sides.variables)),
      channel_llr: frameBuffer("f32", variables),
      channel: frameBuffer("f32", variables * interleave, interleave),
      ...messageBuffers(sides, ONE_ARRAY === 1, interleave),
      ...(withSyndrome
        ? {
            row: constantBuffer(sides.checks.nodes),
            syndrome: frameBuffer("u32", checks),
            check_syndromes: frameBuffer("u32", checks, interleave),
          }
        : {}),
      // [2 + 2·2·frames], and no less for one frame.
      ...(interleaved ? { active_list: activeListBuffer({ slotFrames: interleave }) } : {}),
      unused: UNUSED_BUFFER,
      decisions: frameBuffer("u32", variables, interleave),
      unsatisfied: { ...frameBuffer("u32", spec.iterations), cleared: true },
      decision: frameBuffer("u32", variables),
    },
    start: [
      channel,
      ...(withSyndrome ? [syndromes] : []),
      ...variableDispatches(1),
      ...(compacts ? [list] : []),
      ...checkDispatches(1),
      ...variableDispatches(0),
    ],
    iterate: [...checkDispatches(1), ...(compacts ? [list] : []), ...variableDispatches(0)],
    repeats: spec.iterations - 1,
    afterIterations: [...checkDispatches(0), decision],
    ...(compacts ? { active: { buffer: "active_list", framesPerSlot: interleave, elements: [0, 1] as const } } : {}),
    plan: [
      words,
      `messages of ${bits === "32" ? "f32" : `${bits} bits and a sign`}, ${interleave === 2 ? "two frames" : "one frame"} to a word of 32`,
    ],
    // Messages read and written by both sides, with them the decisions; the channel's ratios, decisions for the output, and
    // the syndrome.
    traffic: {
      edges,
      bytesPerIteration: 4 * ((4 * edges + variables + SYNDROME * checks) / interleave + variables),
    },
  };
}

function nodeConstants({ firstNode, firstEdge, count, degree, nodes, slots }: DegreeNodes): KernelConstants {
  return { FIRST_NODE: firstNode, FIRST_EDGE: firstEdge, COUNT: count, DEGREE: degree, NODES: nodes, SLOTS: slots };
}

function messageBuffers(
  { checks, variables }: { checks: GraphSide; variables: GraphSide },
  oneArray: boolean,
  interleave: number,
): Record<string, ProgramBuffer> {
  if (oneArray) return { messages: frameBuffer("u32", variables.size, interleave) };
  return {
    variable_addresses: constantBuffer(addressesOf(variables, checks)),
    to_checks: frameBuffer("u32", checks.size, interleave),
    to_variables: frameBuffer("u32", variables.size, interleave),
  };
}
