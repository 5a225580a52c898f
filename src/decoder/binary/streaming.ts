import type { KernelConstants } from "../../gpu/kernel.ts";
import type { KernelVariant } from "../../gpu/part.ts";
import { constantBuffer, type DeviceLimits, type Dispatch } from "../../gpu/program.ts";
import { ALL_FRAMES, listedWords } from "../active-frames.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import { decoderSteps, type IterationOrder, overActive } from "../skeleton.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";
import { checkRanges, degreeLists, rangeBuffers, sameDegree, unrolledEdges } from "./check-ranges.ts";
import { type BinaryParts, binaryParts, perInterleavedWorkgroup } from "./dispatches.ts";
import type { BinaryGraph, CheckGroup } from "./graph.ts";
import { framePlaces, hasPriors } from "./graph-bindings.ts";
import type { BinaryArithmetic, BinaryPlan } from "./rule.ts";
import { frequentDegrees, sumConstants, type VariableLists, variableLists } from "./variable-lists.ts";

/** Makes dispatches over ranges of checks. */
function checkDispatches(
  { checks }: BinaryGraph,
  { dispatch, constants }: BinaryParts,
  spec: DecoderSpec,
  limits: DeviceLimits,
) {
  const own = { ITERATIONS: spec.iterations, SERIAL: limits.simd === true ? constants.FRAME_INTERLEAVED : 0 };
  return (
    kernel: string,
    count: number,
    buffers: readonly string[],
    variant: KernelVariant,
    together = 1,
  ): Dispatch => {
    // A GPU needs the checks of a small layer side by side; a CPU compiles one kernel for layers of all sizes.
    const checksPerWorkgroup = perInterleavedWorkgroup(limits.simd === true ? checks : count, limits);
    const perWorkgroup = Math.max(together, checksPerWorkgroup);
    return dispatch(
      kernel,
      [count, perWorkgroup],
      { ...constants, ...own, CHECKS_PER_WORKGROUP: perWorkgroup },
      ["check_groups", "graph", ...buffers],
      variant,
    );
  };
}

/** Gives the channel LLRs of degree-1 variables the signs of their checks' syndromes. */
function signDispatch({ checks }: BinaryGraph, { dispatch, constants }: BinaryParts, limits: DeviceLimits): Dispatch {
  const perWorkgroup = perInterleavedWorkgroup(checks, limits);
  return dispatch("binary/sign-channel", [checks, perWorkgroup], { ...constants, CHECKS_PER_WORKGROUP: perWorkgroup }, [
    ...["check_groups", "graph", "check_signs", "channel"],
  ]);
}

/** Makes dispatches over core variables. `progress` among the buffers is the buffer by which kernels know done frames. */
function variableDispatches(
  { core }: BinaryGraph,
  { dispatch, constants, lanes, variable }: BinaryParts,
  { frameInterleaved, lookUp, nodes }: BinaryPlan,
  limits: DeviceLimits,
) {
  const perWorkgroup = perInterleavedWorkgroup(core, limits);
  const made = (kernel: string, own: KernelConstants, buffers: readonly string[], variant: KernelVariant) =>
    dispatch(
      kernel,
      [core, perWorkgroup],
      { ...constants, CORE: core, VARIABLES_PER_WORKGROUP: perWorkgroup, ...own },
      buffers.map((name) => (name === "progress" ? (frameInterleaved ? "active_list" : "unsatisfied") : name)),
      variant,
    );
  const sums = sumConstants(nodes.variable, limits);
  const isSerial = limits.simd === true && frameInterleaved && sums.PARTIAL_SUMS === 1;
  return {
    /** Changes the priors of a layered schedule. */
    prior: () =>
      made("binary/prior", {}, ["variable_values", "channel", "progress", "posteriors", "messages"], variable),
    /** Sums the messages. */
    sum: (lists: VariableLists) =>
      made(
        "binary/variable",
        {
          ...sums,
          VALUES_AT: lists.start.length,
          BLOCK: lists.block,
          SERIAL: isSerial ? 1 : 0,
        },
        ["variable_start", "variable_edges", "channel", "messages", "progress", "posteriors"],
        { ...variable, lists: isSerial ? { DEGREES: frequentDegrees(lists) } : {} },
      ),
    /** Looks up the messages to checks, and decides. @param first for the first iteration, by the channel alone. */
    lookUp: (lists: VariableLists, first: boolean) =>
      made(
        "binary/levels/variable",
        { ...lookUp!.constants, TABLES_AT: lists.start.length, BLOCK: lists.block, FIRST: first ? 1 : 0 },
        ["variable_start", "variable_edges", "channel", "progress", "posteriors", "messages"],
        lanes,
      ),
  };
}

/** Largest number of edges that a kernel for software devices unrolls, if it could have several degrees. */
const SOFTWARE_EDGES = 24;

/**
 * Checks that an invocation tests one after the other in a frame-interleaved layout. The first failed check ends the
 * test, so frames that are far from done cost little.
 */
const TESTED_TOGETHER = 32;

/** Dispatches for each phase of an iteration, posteriors in device memory. */
export function streamingProgram(
  graph: BinaryGraph,
  spec: DecoderSpec,
  arithmetic: BinaryArithmetic,
  plan: BinaryPlan,
  limits: DeviceLimits,
): DecoderProgram {
  // Devices that compile their shaders slowly; WebAssembly compiles fast.
  const software = limits.software && limits.simd !== true;
  const parts = binaryParts(graph, spec, arithmetic, plan);
  const lists = plan.layered ? undefined : variableLists(graph, plan.compact);
  const compacts = plan.frameInterleaved && stopConstant(spec) === 1;
  const active = compacts ? listedWords(parts.interleave, limits.simd, framePlaces(graph, plan)) : ALL_FRAMES;

  // Devices wait between dispatches, so few dispatches are better. But a processor compiles kernels of many degrees for
  // a minute, and kernels of one degree, which layers share, soon.
  const anyDegree = !software || unrolledEdges(graph.groups) <= SOFTWARE_EDGES;
  const oneKernel = (a: CheckGroup, b: CheckGroup) => anyDegree || sameDegree(a, b);
  // Where layers change places one kernel has every layer.
  const { orders } = plan;
  const layers = checkRanges(graph.groups, (a, b) => a.layer === b.layer && (orders !== undefined || oneKernel(a, b)));
  const most = Math.max(...layers.map(({ count }) => count));
  const tested = checkRanges(graph.groups, oneKernel);
  const checkDispatch = checkDispatches(graph, parts, spec, limits);
  const overVariables = variableDispatches(graph, parts, plan, limits);
  const check = layers.map(({ count, groups }, layer) =>
    checkDispatch("binary/check", orders === undefined ? count : most, [`layer_${layer}`, ...parts.checkBuffers], {
      ...parts.rule,
      lists: degreeLists(orders !== undefined || (software && anyDegree) ? graph.groups : groups),
    }),
  );
  const testBuffers = ["check_signs", "posteriors", "unsatisfied", "active_list"];
  const syndrome = tested.map(({ count, groups }, i) => {
    const variant = { ...parts.lanes, lists: degreeLists(groups) };
    return checkDispatch("binary/syndrome", count, [`tested_${i}`, ...testBuffers], variant, TESTED_TOGETHER);
  });
  // A layered schedule has new priors before its checks, a flooding one sums behind them.
  const variable =
    lists !== undefined
      ? [plan.lookUp ? overVariables.lookUp(lists, false) : overVariables.sum(lists)]
      : hasPriors(plan)
        ? [overVariables.prior()]
        : [];
  const order: IterationOrder = plan.layered
    ? { order: ["variable", "check", "syndrome", "compact"], notAtFirst: plan.carried ? [] : ["variable"] }
    : { order: ["check", "variable", "syndrome", "compact"] };
  const phases = {
    pack: [
      ...parts.pack,
      ...(plan.syndromeInChannel ? [signDispatch(graph, parts, limits)] : []),
      ...(plan.lookUp && lists ? [overVariables.lookUp(lists, true)] : []),
    ],
    check: overActive(check, compacts),
    variable: overActive(variable, compacts),
    syndrome: overActive(syndrome, compacts),
    active,
    decide: parts.decide,
  };
  return {
    input: "bit",
    buffers: {
      ...parts.buffers,
      active_list: active.buffer,
      ...rangeBuffers("layer", layers, orders),
      ...rangeBuffers("tested", tested),
      ...(lists && {
        variable_start: constantBuffer(
          Uint32Array.from([...lists.start, ...(plan.values ?? plan.lookUp?.words ?? [])]),
        ),
        variable_edges: constantBuffer(lists.edges),
      }),
      ...(hasPriors(plan) && { variable_values: constantBuffer(plan.values!) }),
    },
    ...decoderSteps(spec, phases, { ...order, countsActive: true }),
    plan: plan.notes,
    ...parts.own,
  };
}
