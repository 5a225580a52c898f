import { tannerGraph } from "../../code/tanner-graph.ts";
import { InputError } from "../../errors.ts";
import type { KernelConstants, KernelVariant } from "../../kernel/kernel.ts";
import { GROUP, GROUPS_MAXIMUM } from "../../kernel/range.ts";
import type { DecodableCode, DecoderRequest } from "../check-node-rule.ts";
import { frameLists, listFramesStage } from "../frame-list.ts";
import {
  constantBuffer,
  type DecoderProgram,
  type DeviceLimits,
  frameBuffer,
  type ProgramBuffer,
  type Stage,
  UNUSED_BUFFER,
} from "../program.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";
import { addressesOf, type DegreeNodes, type GraphSide, graphSides } from "./graph.ts";
import { RATIO_LAYOUTS, type RatioOptions } from "./options.ts";

/** Nodes of a work item on software devices, where starting a workgroup costs as much as a node. */
const SOFTWARE_NODES = 8;
/** Edges that a work item has at least, if there are such nodes: what it reads of lists is then little beside its messages. */
const EDGES_TOGETHER = 16;
/** Elements of one frame's inputs and outputs that a work item takes side by side: 32 bytes, what device memory moves at once. */
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
  const { bits, layout } = spec.options as unknown as RatioOptions;
  const { words, ...order } = RATIO_LAYOUTS[layout];
  const { FRAMES_FASTEST, ONE_ARRAY } = order;
  const fastest = FRAMES_FASTEST === 1;
  const framesPerWord = fastest && bits !== "32" ? 2 : 1;
  const graph = tannerGraph(matrix);
  const { checks, variables, edges } = graph;
  const sides = graphSides(graph, order);
  const stop = stopConstant(spec);
  const SYNDROME = withSyndrome ? 1 : 0;
  const variant: KernelVariant = {
    imports: {
      message: bits === "32" ? "shared/ratio-f32" : `shared/ratio-levels${framesPerWord === 2 ? "-pair" : ""}`,
    },
  };
  const common: KernelConstants = { FRAMES_FASTEST, LEVELS: bits === "32" ? 0 : 2 ** Number(bits) - 1 };

  /** Words leave when their frames are done. */
  const moves = fastest && stop === 1;

  const stage = (kernel: string, count: number, constants: KernelConstants, buffers: string[], least = 1): Stage => {
    const nodes = Math.max(least, limits.software ? SOFTWARE_NODES : 1, Math.ceil(count / GROUPS_MAXIMUM));
    return {
      kernel,
      constants: { ...common, ...constants, NODES_PER_GROUP: nodes },
      variant,
      buffers,
      groups: Math.ceil(count / (fastest ? nodes : GROUP)),
      framesPerWord: fastest ? GROUP * framesPerWord : framesPerWord,
    };
  };
  /** A dispatch for each degree. */
  const nodeStages = (kernel: string, own: GraphSide, other: GraphSide, given: KernelConstants, buffers: string[]) =>
    own.groups.map((nodes): Stage => {
      const sizes = { RECEIVED: own.size, SENT: other.size };
      const constants = { ...order, STOP: stop, ...given, ...nodeConstants(nodes), ...sizes };
      const least = Math.ceil(EDGES_TOGETHER / (nodes.degree + 1));
      return { ...stage(kernel, nodes.count, constants, buffers, least), ofLeft: moves };
    });

  const [toChecks, toVariables] = ONE_ARRAY === 1 ? ["messages", "messages"] : ["to_checks", "to_variables"];
  const received = (name: string) => (ONE_ARRAY === 1 ? "unused" : name);
  const lists = fastest ? "lists" : "unused";
  // With one array both sides have the order of the variables.
  const checkOrder = ONE_ARRAY === 1 ? sides.variables : sides.checks;
  const checkStages = (UPDATES: 0 | 1) =>
    nodeStages("check-ratio", sides.checks, sides.variables, { SYNDROME, UPDATES }, [
      ...["check_addresses", withSyndrome ? "check_syndromes" : "unused", lists, received(toChecks), toVariables],
      "unsatisfied",
    ]);
  const variableStages = (FIRST: 0 | 1) =>
    nodeStages("variable-ratio", sides.variables, checkOrder, { FIRST, PAIRS: framesPerWord - 1 }, [
      ...[ONE_ARRAY === 1 ? "unused" : "variable_addresses", "channel", lists, "unsatisfied"],
      ...[received(toVariables), toChecks, "decisions"],
    ]);
  const channel = stage(
    "ratio-channel",
    variables,
    { N: variables },
    ["symbol", "channel_llr", "channel"],
    SIDE_BY_SIDE,
  );
  const syndromes = stage(
    "ratio-syndrome",
    checks,
    { M: checks },
    ["row", "syndrome", "check_syndromes"],
    SIDE_BY_SIDE,
  );
  const decision = stage(
    "ratio-decision",
    variables,
    { N: variables },
    ["symbol", "decisions", "decision"],
    SIDE_BY_SIDE,
  );
  const list = listFramesStage({ placeFrames: framesPerWord });
  return {
    input: "bit",
    buffers: {
      symbol: constantBuffer(sides.variables.nodes),
      check_addresses: constantBuffer(addressesOf(sides.checks, sides.variables)),
      channel_llr: frameBuffer("f32", variables),
      channel: frameBuffer("f32", variables * framesPerWord, framesPerWord),
      ...messageBuffers(sides, ONE_ARRAY === 1, framesPerWord),
      ...(withSyndrome
        ? {
            row: constantBuffer(sides.checks.nodes),
            syndrome: frameBuffer("u32", checks),
            check_syndromes: frameBuffer("u32", checks, framesPerWord),
          }
        : {}),
      // [2 + 2·2·frames], and no less for one frame.
      ...(fastest ? { lists: frameLists({ placeFrames: framesPerWord }) } : {}),
      unused: UNUSED_BUFFER,
      decisions: frameBuffer("u32", variables, framesPerWord),
      unsatisfied: { ...frameBuffer("u32", spec.iterations), cleared: true },
      decision: frameBuffer("u32", variables),
    },
    start: [
      channel,
      ...(withSyndrome ? [syndromes] : []),
      ...variableStages(1),
      ...(moves ? [list] : []),
      ...checkStages(1),
      ...variableStages(0),
    ],
    iterate: [...checkStages(1), ...(moves ? [list] : []), ...variableStages(0)],
    repeats: spec.iterations - 1,
    finish: [...checkStages(0), decision],
    ...(moves ? { left: { buffer: "lists", framesPerPlace: framesPerWord, elements: [0, 1] as const } } : {}),
    plan: [
      words,
      `messages of ${bits === "32" ? "f32" : `${bits} bits and a sign`}, ${framesPerWord === 2 ? "two frames" : "one frame"} to a word of 32`,
    ],
    // Messages read and written by both sides, with them the decisions; the channel's ratios, decisions for the output, and
    // the syndrome.
    traffic: {
      edges,
      bytesPerIteration: 4 * ((4 * edges + variables + SYNDROME * checks) / framesPerWord + variables),
    },
  };
}

function nodeConstants({ firstNode, firstEdge, count, degree, nodes, slots }: DegreeNodes): KernelConstants {
  return { FIRST_NODE: firstNode, FIRST_EDGE: firstEdge, COUNT: count, DEGREE: degree, NODES: nodes, SLOTS: slots };
}

function messageBuffers(
  { checks, variables }: { checks: GraphSide; variables: GraphSide },
  oneArray: boolean,
  framesPerWord: number,
): Record<string, ProgramBuffer> {
  if (oneArray) return { messages: frameBuffer("u32", variables.size, framesPerWord) };
  return {
    variable_addresses: constantBuffer(addressesOf(variables, checks)),
    to_checks: frameBuffer("u32", checks.size, framesPerWord),
    to_variables: frameBuffer("u32", variables.size, framesPerWord),
  };
}
