import { checkLayers } from "../../code/layers.ts";
import type { TannerGraph } from "../../code/tanner-graph.ts";
import { largest } from "../../extremes.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { variantOf } from "../../gpu/part.ts";
import type { Dispatch } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { type ActiveFrames, filledSlots, movedFrames } from "../active-frames.ts";
import { checkOrder } from "../order.ts";
import type { DecodableCode } from "../rule.ts";
import type { DecoderPhases } from "../skeleton.ts";
import type { DispatchedChecks, FrameDecoding } from "./arithmetic.ts";
import {
  choicesOf,
  edgeDispatches,
  hasPriors,
  jointDispatches,
  orderChoice,
  priorDispatches,
  spreadsJoint,
  workgroupFrames,
} from "./nodes.ts";

/** Variables of one workgroup, unless each invocation reads and writes a symbol (DIRECT). */
const UNPACK_TILE = 32;

/** Words that an invocation loads before it stores the first. */
const TOGETHER = 16;

/**
 * All checks, or one group for each layer.
 * @param order value of the option ORDER.
 * @param orders the layer of each group in each iteration, if it is not the group's own.
 */
export function dispatchedChecks(
  code: DecodableCode,
  { checks, checkStart }: TannerGraph,
  layered: boolean,
  order?: string,
  orders?: (layers: number) => readonly Uint32Array[] | undefined,
): DispatchedChecks[] {
  const layers = layered
    ? checkLayers(code.matrix, checkOrder(code, order))
    : [Uint32Array.from({ length: checks }, (_, m) => m)];
  const groups = layers.map((layer) => ({
    checks: layer,
    most: layer.length,
    degree: largest(Array.from(layer, (m) => checkStart[m + 1] - checkStart[m])),
  }));
  const turns = orders?.(layers.length);
  if (turns === undefined) return groups;
  const most = largest(groups.map((group) => group.most));
  const degree = largest(groups.map((group) => group.degree));
  const starts = layers.map((_, l) => layers.slice(0, l).reduce((sum, { length }) => sum + length, 2 * turns.length));
  return groups.map((_, g) => {
    const ranges = turns.flatMap((turn) => [starts[turn[g]], layers[turn[g]].length]);
    return { checks: Uint32Array.from([...ranges, ...layers.flatMap((layer) => [...layer])]), most, degree };
  });
}

/**
 * The checks of an iteration.
 * @param first whether these are kernels of the first iteration alone.
 */
function checkDispatches(decoding: FrameDecoding, groups: readonly DispatchedChecks[], first: boolean): Dispatch[] {
  const { arithmetic, common, nodes, layered } = decoding;
  const { weights } = nodes;
  const input = layered ? "posteriors" : first ? "channel" : "variable_to_check";
  const schedule = layered ? "layered" : "flooding";
  const messages = first ? `${schedule}-start` : layered && nodes.edge.words > 0 ? "layered-read" : schedule;
  const choices = {
    ...choicesOf(decoding),
    ...arithmetic.checkChoices,
    ...orderChoice(decoding),
    ...(weights && { weights: { name: "nonbinary/check-node/weights" } }),
    messages: { name: `nonbinary/schedules/${messages}` },
  };
  const ofWeights = weights && { ...weights.constants, WHOLE: arithmetic.nodeConstants!.WHOLE };
  const neighbours = arithmetic.checkNeighbours ?? 1;
  return groups.map(({ degree, most }, g) => ({
    kernel: arithmetic.check,
    constants: {
      ...common,
      ...arithmetic.checkConstants,
      ...arithmetic.degreeConstants?.(degree),
      ...ofWeights,
      DEGREE: degree,
      NEIGHBOURS: neighbours,
    },
    variant: variantOf(choices, arithmetic.checkLists),
    buffers: [
      `checks_${g}`,
      "check_start",
      "check_edges",
      "quotients",
      "syndrome",
      "active_list",
      input,
      "check_to_variable",
    ],
    workgroups: most * neighbours,
    framesPerWorkgroup: (arithmetic.checkFrames ?? workgroupFrames(arithmetic)) * neighbours,
  }));
}

/** The dispatches of a decoder, phase by phase. @param soft whether posteriors are written; slots are not refilled then. */
export function framePhases(
  decoding: FrameDecoding,
  groups: readonly DispatchedChecks[],
  soft: boolean,
): Omit<DecoderPhases, "active"> {
  const { graph, spec, arithmetic, layered, common, nodes, refills, countsActive } = decoding;
  const overSlots = { ...(refills > 1 && { refills }), ...(countsActive && { overActive: true }) };
  const ofSlots = (each: Dispatch): Dispatch => ({ ...each, ...overSlots });
  const variant = variantOf(choicesOf(decoding));
  const graphBuffers = ["variable_start", "variable_edges", arithmetic.variableProducts ?? "products"];
  const dispatch = (
    kernel: string,
    own: KernelConstants,
    buffers: readonly string[],
    { workgroups = graph.variables, framesPerWorkgroup = WORKGROUP_SIZE, ...more }: Partial<Dispatch> = {},
  ): Dispatch => ({ kernel, constants: { ...common, ...own }, buffers, workgroups, framesPerWorkgroup, ...more });

  // With refill the iterations of a run begin for some of its frames, and rules of edges change all messages.
  const hasFirstChecks = arithmetic.hasFirstChecks === true && refills === 1 && nodes.edge.words === 0;
  const edges = edgeDispatches(decoding, groups, 0);
  const checks = checkDispatches(decoding, groups, false).flatMap((each, g) => [
    ...(layered ? edges.slice(g, g + 1) : []),
    ofSlots(each),
  ]);

  /** Converts channel LLRs into messages or posteriors; for rules of variables into the first priors too. */
  const packed = (channel: string, words: string, firstMessages: boolean): Dispatch =>
    dispatch(
      arithmetic.pack,
      { ...arithmetic.variableConstants, ...arithmetic.packConstants, FIRST_MESSAGES: firstMessages ? 1 : 0 },
      ["channel_llr", ...graphBuffers, channel, words],
      { variant, framesPerWorkgroup: workgroupFrames(arithmetic) },
    );
  const words = layered ? "posteriors" : "variable_to_check";
  const priors = layered
    ? [packed("priors", "channel", false), packed("channel", "priors", false)]
    : [packed("priors", words, false)];

  const ofVariables = { ...arithmetic.variableConstants, ITERATIONS: spec.iterations };
  const channel = hasPriors(nodes) ? "priors" : "channel";
  const { variableNeighbours = 1 } = arithmetic;
  const variable = dispatch(
    arithmetic.variable,
    ofVariables,
    [
      ...graphBuffers,
      ...(arithmetic.variableTables ?? []),
      channel,
      "check_to_variable",
      "active_list",
      "variable_to_check",
      "symbols",
    ],
    {
      variant: variantOf(choicesOf(decoding), arithmetic.variableLists),
      workgroups: graph.variables * variableNeighbours,
      framesPerWorkgroup: (arithmetic.variableFrames ?? workgroupFrames(arithmetic)) * variableNeighbours,
    },
  );
  const starts = arithmetic.startsWithVariables === true && refills === 1;
  /** Decides from posteriors that the checks have updated. */
  const decide = dispatch("nonbinary/decide", ofVariables, ["posteriors", "active_list", "unsatisfied", "symbols"], {
    variant: variantOf({ ...choicesOf(decoding), ...arithmetic.decideChoices }),
  });
  /** Writes the posteriors of the decisions. */
  const written = dispatch(
    layered ? "nonbinary/soft/layered" : "nonbinary/soft/flooding",
    { ...arithmetic.softConstants, ITERATIONS: spec.iterations },
    layered
      ? ["posteriors", "active_list", "unsatisfied", "soft"]
      : ["variable_start", "variable_edges", "products", channel, "check_to_variable", "active_list", "soft"],
    { variant, framesPerWorkgroup: layered ? WORKGROUP_SIZE : WORKGROUP_SIZE * arithmetic.interleave },
  );
  const unpackConstants = { DIRECT: 0, ...arithmetic.packConstants };
  return {
    pack: [
      packed("channel", words, refills === 1 && !hasFirstChecks && !starts),
      ...(starts ? [{ ...variable, constants: { ...variable.constants, START: 1 } }] : []),
      ...(hasPriors(nodes) ? priors : []),
      ...(nodes.carried ? priorDispatches(decoding, "start") : []),
      ...(layered ? [] : edgeDispatches(decoding, groups, 1)),
    ],
    firstCheck: hasFirstChecks ? checkDispatches(decoding, groups, true) : checks,
    check: [...(layered ? priorDispatches(decoding, "iteration") : []), ...checks],
    variable: [
      ...jointDispatches(decoding, soft).map(ofSlots),
      ...(layered ? [decide] : spreadsJoint(decoding, soft) ? [] : [ofSlots(variable)]),
      ...(soft ? [written] : []),
      ...(layered ? priorDispatches(decoding, "keep") : [...priorDispatches(decoding, "iteration"), ...edges]),
    ],
    syndrome: [
      dispatch(
        "nonbinary/syndrome",
        {},
        ["check_start", "check_edges", "products", "symbols", "syndrome", "active_list", "unsatisfied"],
        { workgroups: graph.checks, ...overSlots },
      ),
    ],
    decide: [
      dispatch("nonbinary/unpack", unpackConstants, ["symbols", "decision"], {
        workgroups: unpackConstants.DIRECT === 1 ? graph.variables : Math.ceil(graph.variables / UNPACK_TILE),
      }),
    ],
  };
}

/** The active frames of a decoder with early termination. Of a layered one posteriors and messages move to new slots. */
export function activeFrames({ graph, layered, refills, spec, arithmetic, common }: FrameDecoding): ActiveFrames {
  const slotFrames = arithmetic.interleave;
  if (!layered) return movedFrames({ slotFrames, refills, iterations: spec.iterations });
  const MESSAGE_ROWS = graph.edges * arithmetic.messageWords;
  return filledSlots(slotFrames, {
    kernel: "nonbinary/move",
    constants: { ...common, TOGETHER, MESSAGE_ROWS, ROWS: Math.ceil(MESSAGE_ROWS / graph.variables) },
    buffers: ["active_list", "posteriors", "check_to_variable"],
    workgroups: graph.variables,
    framesPerWorkgroup: workgroupFrames(arithmetic),
  });
}
