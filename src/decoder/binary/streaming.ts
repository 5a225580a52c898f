import type { KernelConstants } from "../../gpu/kernel.ts";
import type { KernelVariant } from "../../gpu/part.ts";
import { constantBuffer, type DeviceLimits, type Dispatch, type ProgramBuffer } from "../../gpu/program.ts";
import { sum } from "../../sum.ts";
import { ALL_FRAMES, listedWords } from "../active-frames.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import { decoderSteps, type IterationOrder, overActive } from "../skeleton.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";
import { binaryParts, perInterleavedWorkgroup } from "./dispatches.ts";
import { type BinaryGraph, type CheckGroup, degreeLists } from "./graph.ts";
import { framePlaces, hasPriors, lackingEdge } from "./graph-bindings.ts";
import type { BinaryArithmetic, BinaryPlan } from "./rule.ts";
import { frequentDegrees, sumConstants, variableLists } from "./variable-lists.ts";

/** Largest number of edges that a kernel for software devices unrolls, if it could have several degrees. */
const SOFTWARE_EDGES = 24;

/**
 * Checks that an invocation tests one after the other in a frame-interleaved layout. The first failed check ends the
 * test, so frames that are far from done cost little.
 */
const TESTED_TOGETHER = 32;

/** Consecutive checks that one dispatch updates, and their groups. */
interface CheckRange {
  readonly first: number;
  readonly count: number;
  readonly groups: readonly CheckGroup[];
}

/** Runs of groups that one dispatch can update. */
function checkRanges(groups: readonly CheckGroup[], together: (a: CheckGroup, b: CheckGroup) => boolean): CheckRange[] {
  const runs: CheckGroup[][] = [];
  groups.forEach((group, g) => {
    if (g > 0 && together(groups[g - 1], group)) runs[runs.length - 1].push(group);
    else runs.push([group]);
  });
  return runs.map((run) => ({ first: run[0].check, count: sum(run.map(({ count }) => count)), groups: run }));
}

/**
 * A buffer for each range that gives the range to its dispatch. Where layers change places: for each order the range that has the place.
 * @param orders of the ranges, which then are layers.
 */
function rangeBuffers(
  name: string,
  ranges: readonly CheckRange[],
  orders: readonly Uint32Array[] = [Uint32Array.from(ranges.keys())],
): Record<string, ProgramBuffer> {
  const words = (place: number) => orders.flatMap((order) => [ranges[order[place]].first, ranges[order[place]].count]);
  return Object.fromEntries(
    ranges.map((_, place) => [`${name}_${place}`, constantBuffer(Uint32Array.from(words(place)))]),
  );
}

/** Dispatches for each phase of an iteration, posteriors in device memory. */
export function streamingProgram(
  graph: BinaryGraph,
  spec: DecoderSpec,
  arithmetic: BinaryArithmetic,
  plan: BinaryPlan,
  limits: DeviceLimits,
): DecoderProgram {
  const { checks, core } = graph;
  const { orders, lookUp, frameInterleaved, nodes } = plan;
  const parts = binaryParts(graph, spec, arithmetic, plan);
  const { constants } = parts;
  const simd = limits.simd === true;
  // Devices that compile their shaders slowly; WebAssembly compiles fast.
  const software = limits.software && !simd;
  const { LACKING_VARIABLE, ...lackingCheck } = lackingEdge(graph);
  const lists = plan.layered ? undefined : variableLists(graph, plan.compact);
  const compacts = frameInterleaved && stopConstant(spec) === 1;
  const active = compacts ? listedWords(parts.interleave, limits.simd, framePlaces(graph, plan)) : ALL_FRAMES;

  /** A dispatch over a range of checks. A GPU needs the checks of a small layer side by side; a CPU compiles one kernel for layers of all sizes. */
  const overChecks = (
    kernel: string,
    count: number,
    buffers: readonly string[],
    variant: KernelVariant,
    together = 1,
  ): Dispatch => {
    const perWorkgroup = Math.max(together, perInterleavedWorkgroup(simd ? checks : count, limits));
    const own = { ITERATIONS: spec.iterations, SERIAL: simd ? constants.FRAME_INTERLEAVED : 0, ...lackingCheck };
    const all = { ...constants, ...own, CHECKS_PER_WORKGROUP: perWorkgroup };
    return parts.dispatch(kernel, [count, perWorkgroup], all, ["check_groups", "graph", ...buffers], variant);
  };
  const perWorkgroup = perInterleavedWorkgroup(core, limits);
  const progress = frameInterleaved ? "active_list" : "unsatisfied";
  /** A dispatch over core variables. */
  const overVariables = (kernel: string, own: KernelConstants, buffers: readonly string[], variant: KernelVariant) => {
    const all = { ...constants, CORE: core, VARIABLES_PER_WORKGROUP: perWorkgroup, ...own };
    return parts.dispatch(kernel, [core, perWorkgroup], all, buffers, variant);
  };
  const ofLists = ["variable_start", "variable_edges", "channel"];

  // Devices wait between dispatches, so few dispatches are better. But a processor compiles kernels of many degrees for
  // a minute, and kernels of one degree, which layers share, soon.
  const anyDegree = !software || sum(Object.values(degreeLists(graph.groups)).flat()) <= SOFTWARE_EDGES;
  const oneKernel = (a: CheckGroup, b: CheckGroup) =>
    anyDegree || (a.degree === b.degree && (a.degreeOne === undefined) === (b.degreeOne === undefined));
  // Where layers change places one kernel has every layer.
  const layers = checkRanges(graph.groups, (a, b) => a.layer === b.layer && (orders !== undefined || oneKernel(a, b)));
  const most = Math.max(...layers.map(({ count }) => count));
  const tested = checkRanges(graph.groups, oneKernel);
  const check = layers.map(({ count, groups }, layer) =>
    overChecks("binary/check", orders === undefined ? count : most, [`layer_${layer}`, ...parts.checkBuffers], {
      ...parts.rule,
      lists: degreeLists(orders !== undefined || (software && anyDegree) ? graph.groups : groups),
    }),
  );
  const syndrome = tested.map(({ count, groups }, i) => {
    const buffers = [`tested_${i}`, "check_signs", "posteriors", "unsatisfied", "active_list"];
    const variant = { ...parts.lanes, lists: degreeLists(groups) };
    return overChecks("binary/syndrome", count, buffers, variant, TESTED_TOGETHER);
  });
  const variable: Dispatch[] = [];
  const pack = [...parts.pack];
  if (plan.syndromeInChannel) {
    // Gives the channel LLRs of degree-1 variables the signs of their checks' syndromes.
    const size = perInterleavedWorkgroup(checks, limits);
    pack.push(
      parts.dispatch("binary/sign-channel", [checks, size], { ...constants, CHECKS_PER_WORKGROUP: size }, [
        "check_groups",
        "graph",
        "check_signs",
        "channel",
      ]),
    );
  }
  // A layered schedule has new priors before its checks, a flooding one sums behind them.
  if (lists === undefined) {
    const buffers = ["variable_values", "channel", progress, "posteriors", "messages"];
    if (hasPriors(plan)) variable.push(overVariables("binary/prior", {}, buffers, parts.variable));
  } else if (lookUp === undefined) {
    const sums = sumConstants(nodes.variable, limits);
    const isSerial = simd && frameInterleaved && sums.PARTIAL_SUMS === 1;
    const own = {
      ...sums,
      VALUES_AT: lists.start.length,
      BLOCK: lists.block,
      SERIAL: isSerial ? 1 : 0,
      LACKING_VARIABLE,
    };
    const variant: KernelVariant = { ...parts.variable, lists: isSerial ? { DEGREES: frequentDegrees(lists) } : {} };
    variable.push(overVariables("binary/variable", own, [...ofLists, "messages", progress, "posteriors"], variant));
  } else {
    // Looks up the messages to checks, and decides; before the first iteration by the channel alone.
    const [before, after] = [1, 0].map((FIRST) => {
      const own = { ...lookUp.constants, TABLES_AT: lists.start.length, BLOCK: lists.block, FIRST };
      const buffers = [...ofLists, progress, "posteriors", "messages"];
      return overVariables("binary/levels/variable", own, buffers, parts.lanes);
    });
    pack.push(before);
    variable.push(after);
  }
  const order: IterationOrder = plan.layered
    ? { order: ["variable", "check", "syndrome", "compact"], notAtFirst: plan.carried ? [] : ["variable"] }
    : { order: ["check", "variable", "syndrome", "compact"] };
  const phases = {
    pack,
    active,
    decide: parts.decide,
    check: overActive(check, compacts),
    variable: overActive(variable, compacts),
    syndrome: overActive(syndrome, compacts),
  };
  return {
    input: "bit",
    buffers: {
      ...parts.buffers,
      active_list: active.buffer,
      ...rangeBuffers("layer", layers, orders),
      ...rangeBuffers("tested", tested),
      ...(lists && {
        variable_start: constantBuffer(Uint32Array.from([...lists.start, ...(plan.values ?? lookUp?.words ?? [])])),
        variable_edges: constantBuffer(lists.edges),
      }),
      ...(hasPriors(plan) && { variable_values: constantBuffer(plan.values!) }),
    },
    ...decoderSteps(spec, phases, { ...order, countsActive: true }),
    plan: plan.notes,
    ...parts.own,
  };
}
