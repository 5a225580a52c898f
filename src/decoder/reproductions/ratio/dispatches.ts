import type { KernelConstants } from "../../../gpu/kernel.ts";
import { variantOf } from "../../../gpu/part.ts";
import type { Dispatch } from "../../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../../gpu/workgroup.ts";
import { nodesPerWorkgroup } from "../../node-dispatch.ts";
import { type DecoderPhases, overActive } from "../../skeleton.ts";
import { stopConstant } from "../../spec.ts";
import { bitsOf } from "../../step.ts";
import { compactsWords, namesOf, type RatioDecoding } from "./decoding.ts";
import type { DegreeNodes, GraphSide } from "./graph.ts";
import { RATIO_LAYOUTS, RATIO_LLR_CLIP } from "./options.ts";

/**
 * Least number of edges of an invocation, if the nodes have enough: its reads of lists are then few beside its
 * messages.
 */
const EDGES_TOGETHER = 16;
/**
 * Elements of one frame's inputs and outputs that an invocation takes side by side: 32 bytes, one transaction of device
 * memory.
 */
const SIDE_BY_SIDE = 8;

/** The phases of the decoder. Checks test the decisions that come with the messages, so a test of its own follows the last iteration alone. */
export function ratioPhases(decoding: RatioDecoding): Omit<DecoderPhases, "active"> {
  const { sides, syndrome } = decoding;
  const [checks, variables] = [sides.checks.nodes.length, sides.variables.nodes.length];
  const dispatch = dispatchOf(decoding);
  const clip = { N: variables, LLR_CLIP_BITS: bitsOf(RATIO_LLR_CLIP[decoding.options.bits]) };
  const channel = dispatch("channel", variables, clip, ["symbol", "channel_llr", "channel"], SIDE_BY_SIDE);
  const rows = ["row", "syndrome", "check_syndromes"];
  const syndromes = dispatch("syndrome", checks, { M: checks }, rows, SIDE_BY_SIDE);
  const decide = dispatch("decide", variables, { N: variables }, ["symbol", "decisions", "decision"], SIDE_BY_SIDE);
  return {
    pack: [channel, ...(syndrome ? [syndromes] : []), ...variableDispatches(decoding, 1)],
    check: checkDispatches(decoding, 1),
    variable: variableDispatches(decoding, 0),
    syndrome: [],
    decide: [...checkDispatches(decoding, 0), decide],
  };
}

function checkDispatches(decoding: RatioDecoding, UPDATES: 0 | 1): Dispatch[] {
  const { sides, syndrome } = decoding;
  const { toChecks, toVariables, received, activeList } = namesOf(decoding);
  const constants = { SYNDROME: syndrome ? 1 : 0, UPDATES };
  return nodeDispatches(decoding, "check", [sides.checks, sides.variables], constants, [
    ...["check_addresses", syndrome ? "check_syndromes" : "unused", activeList, received(toChecks), toVariables],
    "unsatisfied",
  ]);
}

function variableDispatches(decoding: RatioDecoding, FIRST: 0 | 1): Dispatch[] {
  const { sides, interleave } = decoding;
  const { isOneArray, toChecks, toVariables, received, activeList } = namesOf(decoding);
  // With one array both sides have the order of the variables.
  const checkOrder = isOneArray ? sides.variables : sides.checks;
  return nodeDispatches(decoding, "variable", [sides.variables, checkOrder], { FIRST, PAIRS: interleave - 1 }, [
    ...[isOneArray ? "unused" : "variable_addresses", "channel", activeList, "unsatisfied"],
    ...[received(toVariables), toChecks, "decisions"],
  ]);
}

/** A dispatch for each degree. */
function nodeDispatches(
  decoding: RatioDecoding,
  kernel: string,
  [own, other]: readonly [own: GraphSide, other: GraphSide],
  extra: KernelConstants,
  buffers: string[],
): Dispatch[] {
  const { spec, options, interleave } = decoding;
  const { note: _, ...order } = RATIO_LAYOUTS[options.layout];
  const dispatch = dispatchOf(decoding);
  const active = { STOP: stopConstant(spec), SLOT_FRAMES: interleave, REFILLS: 1 };
  const made = own.groups.map((nodes) => {
    const sizes = { RECEIVED: own.size, SENT: other.size };
    const constants = { ...order, ...active, ...extra, ...nodeConstants(nodes), ...sizes };
    return dispatch(kernel, nodes.count, constants, buffers, Math.ceil(EDGES_TOGETHER / (nodes.degree + 1)));
  });
  return overActive(made, compactsWords(decoding));
}

function dispatchOf({ options: { bits, layout }, interleave, limits }: RatioDecoding) {
  const { FRAME_INTERLEAVED } = RATIO_LAYOUTS[layout];
  const interleaved = FRAME_INTERLEAVED === 1;
  const levels =
    interleave === 2 ? { name: "reproductions/ratio/levels-pair" } : { name: "reproductions/ratio/levels" };
  const variant = variantOf({ message: bits === "32" ? { name: "reproductions/ratio/f32" } : levels });
  const common: KernelConstants = { FRAME_INTERLEAVED, LEVELS: bits === "32" ? 0 : 2 ** Number(bits) - 1 };
  return (kernel: string, count: number, constants: KernelConstants, buffers: string[], least = 1): Dispatch => {
    const nodes = nodesPerWorkgroup(count, limits, least);
    return {
      kernel: `reproductions/ratio/${kernel}`,
      constants: { ...common, ...constants, NODES_PER_WORKGROUP: nodes },
      variant,
      buffers,
      workgroups: Math.ceil(count / (interleaved ? nodes : WORKGROUP_SIZE)),
      framesPerWorkgroup: interleaved ? WORKGROUP_SIZE * interleave : interleave,
    };
  };
}

function nodeConstants({ firstNode, firstEdge, count, degree, nodes, slots }: DegreeNodes): KernelConstants {
  return { FIRST_NODE: firstNode, FIRST_EDGE: firstEdge, COUNT: count, DEGREE: degree, NODES: nodes, SLOTS: slots };
}
