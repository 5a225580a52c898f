import { InputError } from "../../errors.ts";
import { type Choices, variantOf } from "../../gpu/part.ts";
import { constantBuffer, type Dispatch, frameBuffer, type ProgramBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { NodeRules } from "../nodes/rule.ts";
import { nodeRulesOf } from "../nodes/rules.ts";
import { variableRules } from "../nodes/variables/index.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import type { DecoderSpec } from "../spec.ts";
import type { DispatchedChecks, FrameArithmetic, FrameDecoding, SymbolNodes } from "./arithmetic.ts";
import { joint } from "./joint.ts";
import { LANE_TRANSFORMS, SPREAD_TRANSFORMS } from "./spread.ts";
import { edgeWeights, weighted } from "./weights.ts";

/** The parts for the imports of most kernels. */
export function choicesOf({ arithmetic, layered }: FrameDecoding): Choices {
  return { ...arithmetic.choices, messages: { name: `nonbinary/schedules/${layered ? "layered" : "flooding"}` } };
}

/** Frames of a workgroup of kernels other than the checks'. */
export function workgroupFrames({ workgroupFrames, interleave }: FrameArithmetic): number {
  return workgroupFrames ?? WORKGROUP_SIZE * interleave;
}

/** For kernels of checks whose layers have another order in every iteration: wgsl/nonbinary/check-node/this-check. */
export function orderChoice({ common: { ORDERS } }: FrameDecoding): Choices {
  return ORDERS === undefined ? {} : { order: { name: "nonbinary/check-node/this-check" } };
}

/** The rules that a spec names. @throws InputError if the messages have no place for them. */
export function symbolNodes(
  code: DecodableCode,
  spec: DecoderSpec,
  { nodeConstants }: FrameArithmetic,
  { member = 0, carried, carries = false }: DecoderRequest,
): SymbolNodes {
  const rules = symbolNodeRules(spec);
  const values = rules.variable.values?.(spec, code, member);
  const isJoint = rules.variable === joint;
  const isExact = isPlain(isJoint ? { ...rules, variable: variableRules.plain } : rules);
  if (nodeConstants?.GRID === 1 && !isExact) {
    throw new InputError(
      `${spec.rule} has no place for ${nodeWords(spec)}, whose exponentials and logarithms are not exact: use qspa`,
    );
  }
  if (nodeConstants === undefined && !isPlain(rules)) {
    throw new InputError(
      `messages=${spec.options.messages} has no place for ${nodeWords(spec)}, which are for vectors of numbers: use messages=f32${isJoint ? "" : " or int12"}`,
    );
  }
  const hasWeights = rules.edge === weighted;
  if (hasWeights && nodeConstants?.PROBABILITY === 1) {
    throw new InputError(
      `edge=weighted scales costs, and ${spec.rule} sends probabilities: use min-max, ems or trellis-min-max`,
    );
  }
  const weights = hasWeights ? edgeWeights(code, spec) : undefined;
  if (isJoint && nodeConstants?.WHOLE === 1) {
    throw new InputError(
      `${spec.rule} variable=joint: messages=${spec.options.messages} has whole numbers, and priors of a pair are sums of probabilities: use messages=f32`,
    );
  }
  const pair = isJoint ? code.rewired?.pair : undefined;
  const elements = pair && Uint32Array.from([...pair.elements, ...pair.qubitsOf]);
  return {
    ...rules,
    ...(values && { values }),
    ...(elements && { elements }),
    ...(weights && { weights }),
    carries,
    carried: carried === true,
  };
}

/** The rules that a spec names. */
export function symbolNodeRules(spec: DecoderSpec): NodeRules {
  const { variable, edge } = spec.options;
  const own = { ...(variable === "joint" && { variable: joint }), ...(edge === "weighted" && { edge: weighted }) };
  const plain = Object.fromEntries(Object.keys(own).map((option) => [option, "plain"]));
  return nodeRulesOf({ ...spec, options: { ...spec.options, ...plain } }, own);
}

/** Whether variables and edges have their plain rules. */
export function isPlain({ variable, edge }: NodeRules): boolean {
  return variable.values === undefined && edge.words === 0 && edge !== weighted;
}

/** The rules of a spec that are not plain, in its words. */
export function nodeWords({ options }: DecoderSpec): string {
  const words = ["variable", "edge", "rule"].map((name) => `${name}=${options[name] ?? "plain"}`);
  return words.filter((word) => !/=(?:plain|none)$/.test(word)).join(" ");
}

/** Their buffers. Nothing is in memory slot by slot, so nothing moves with frames. */
export function nodeBuffers({
  graph,
  arithmetic,
  layered,
  nodes,
}: Pick<FrameDecoding, "graph" | "arithmetic" | "layered" | "nodes">): Record<string, ProgramBuffer> {
  const { variables, edges, q, variableStart, checkStart } = graph;
  const { channelWords, interleave } = arithmetic;
  const words = variables * (layered ? q : channelWords);
  const carried = frameBuffer("f32", variables * q * interleave, interleave);
  return {
    ...(nodes.weights && { check_start: constantBuffer(Uint32Array.from([...checkStart, ...nodes.weights.words])) }),
    ...(nodes.values && {
      variable_start: constantBuffer(Uint32Array.from([...variableStart, ...nodes.values, ...(nodes.elements ?? [])])),
    }),
    ...(hasPriors(nodes) && {
      channel: frameBuffer("u32", words, interleave),
      // Layered, then the next ones.
      priors: frameBuffer("u32", layered ? 2 * words : words, interleave),
      carried: nodes.carries || nodes.carried ? carried : UNUSED_BUFFER,
    }),
    ...(nodes.elements && { coupling: { type: "f32", length: 4, perFrame: false } }),
    ...(nodes.edge.words > 0 && {
      edge_state: frameBuffer("u32", edges * statesOf(nodes, q) * interleave, interleave),
    }),
  };
}

/** Whether variables have priors beside the channel's values. Of a pair of codes the priors take their place. */
export function hasPriors({ values, elements }: SymbolNodes): boolean {
  return values !== undefined && elements === undefined;
}

/** Words of state of a message. */
export function statesOf({ edge }: NodeRules, q: number): number {
  return edge.ofSymbols === undefined ? q : 1;
}

/**
 * Changes the priors after an iteration, or before it if layered; at the `start` of a leg of a relay, which has the posteriors of the leg before;
 * or `keeps` the posteriors of a layered leg.
 */
export function priorDispatches(decoding: FrameDecoding, when: "iteration" | "start" | "keep"): Dispatch[] {
  const { graph, arithmetic, layered, common, nodes, spec } = decoding;
  if (!hasPriors(nodes)) return [];
  const keeps = when === (layered ? "keep" : "iteration") && nodes.carries;
  if (when === "keep" && !keeps) return [];
  return [
    {
      kernel: "nonbinary/nodes/prior",
      constants: {
        ...common,
        ...arithmetic.nodeConstants,
        ...nodes.variable.constants?.(spec),
        VALUES_AT: graph.variables + 1,
        START: when === "start" ? 1 : 0,
        CARRIED: nodes.carried ? 1 : 0,
        CARRIES: keeps ? 1 : 0,
      },
      variant: variantOf({ variable: nodes.variable.part }),
      buffers: [
        "variable_start",
        "variable_edges",
        "products",
        "active_list",
        "channel",
        "priors",
        layered ? "posteriors" : "check_to_variable",
        "carried",
      ],
      workgroups: graph.variables,
      framesPerWorkgroup: workgroupFrames(arithmetic),
    },
  ];
}

/**
 * Whether the variables of a pair of codes have a kernel of their own, which spreads vectors over invocations as the checks of qspa do.
 * Soft output follows from priors in memory, which it does not write.
 */
export function spreadsJoint(
  { arithmetic: { check, nodeConstants, variableConstants }, nodes, layered }: FrameDecoding,
  soft: boolean,
): boolean {
  const { GRID, SYMBOLS_PER_WORD } = nodeConstants ?? {};
  if (nodes.elements !== undefined && check === LANE_TRANSFORMS) return true;
  if (nodes.elements === undefined || check !== SPREAD_TRANSFORMS || GRID === 1 || SYMBOLS_PER_WORD !== 1) return false;
  return layered || (!soft && variableConstants.UNROLLED_DEGREE > 0);
}

/** Writes the priors of a pair of codes, each from the other's messages, or layered the posteriors that follow from them. */
export function jointDispatches(decoding: FrameDecoding, soft: boolean): Dispatch[] {
  const { graph, arithmetic, layered, common, nodes, spec } = decoding;
  if (nodes.elements === undefined) return [];
  const { variables } = graph;
  const places = { VALUES_AT: variables + 1, ELEMENTS_AT: 2 * variables + 1 };
  const inputs = ["variable_start", "variable_edges", "products", "active_list", "check_to_variable", "coupling"];
  if (spreadsJoint(decoding, soft)) {
    const { checkConstants, variableConstants, interleave, contiguous } = arithmetic;
    const REGULAR = graph.edges === variables * variableConstants.UNROLLED_DEGREE ? 1 : 0;
    const inLanes = arithmetic.check === LANE_TRANSFORMS;
    const spread = contiguous ? "nonbinary/nodes/joint-contiguous" : "nonbinary/nodes/joint-spread";
    return [
      {
        kernel: inLanes ? arithmetic.variable : spread,
        constants: {
          ...common,
          ...checkConstants,
          ...variableConstants,
          ...places,
          REGULAR,
          ITERATIONS: spec.iterations,
          ...(inLanes && { JOINT: 1, SIDES: 2 }),
        },
        variant: variantOf(choicesOf(decoding), arithmetic.checkLists),
        buffers: [
          ...(inLanes ? [...inputs.slice(0, 3), "quotients", "coupling", "check_to_variable", "active_list"] : inputs),
          ...(layered ? ["posteriors"] : ["variable_to_check", "symbols"]),
        ],
        workgroups: contiguous ? variables / 2 : variables,
        framesPerWorkgroup: contiguous ? interleave : interleave * checkConstants.SLOTS,
      },
    ];
  }
  const { PROBABILITY, GRID, PRIOR_MOST_BITS } = arithmetic.nodeConstants!;
  return [
    {
      kernel: "nonbinary/nodes/joint",
      constants: { ...common, PROBABILITY, GRID, PRIOR_MOST_BITS, ...places },
      variant: variantOf(choicesOf(decoding)),
      buffers: [...inputs, layered ? "posteriors" : "channel"],
      workgroups: variables,
      framesPerWorkgroup: workgroupFrames(arithmetic),
    },
  ];
}

/** Changes the messages to the checks of each group, of a dispatch. @param first whether there is no state yet, flooding. */
export function edgeDispatches(decoding: FrameDecoding, groups: readonly DispatchedChecks[], first: 0 | 1): Dispatch[] {
  const { graph, arithmetic, layered, common, nodes, spec } = decoding;
  if (nodes.edge.words === 0) return [];
  const edge = nodes.edge.ofSymbols ?? nodes.edge.part;
  return groups.map(({ most }, g) => ({
    kernel: "nonbinary/nodes/edge",
    constants: {
      ...common,
      ...arithmetic.nodeConstants,
      ...nodes.edge.constants?.(spec),
      STATES: statesOf(nodes, graph.q),
      FIRST: first,
      NEIGHBOURS: 1,
    },
    variant: variantOf({ edge, ...orderChoice(decoding) }),
    buffers: [
      `checks_${g}`,
      "check_start",
      "check_edges",
      "products",
      "active_list",
      "check_to_variable",
      layered ? "posteriors" : "variable_to_check",
      "edge_state",
    ],
    workgroups: most,
    framesPerWorkgroup: workgroupFrames(arithmetic),
  }));
}
