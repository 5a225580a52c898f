import { constantBuffer, type DeviceLimits } from "../../gpu/program.ts";
import { ALL_FRAMES, listedWords } from "../active-frames.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import { decoderSteps, type IterationOrder, overActive } from "../skeleton.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";
import type { BinaryArithmetic, BinaryPlan } from "./arithmetic.ts";
import {
  checkRanges,
  degreeLists,
  orderedRangeBuffers,
  rangeBuffers,
  sameDegree,
  unrolledEdges,
} from "./check-ranges.ts";
import { binaryParts } from "./dispatches.ts";
import type { BinaryGraph, CheckGroup } from "./graph.ts";
import { framePlaces, hasPriors } from "./graph-bindings.ts";
import {
  checkDispatches,
  lookUpDispatch,
  priorDispatch,
  signDispatch,
  variableDispatch,
} from "./streaming-dispatches.ts";
import { binaryTraffic } from "./traffic.ts";
import { variableLists } from "./variable-lists.ts";

/** Largest number of edges that a kernel for software devices unrolls, if it could have several degrees. */
const SOFTWARE_EDGES = 24;

/** Words of one invocation on software devices, where looking up a variable costs as much as loading its posterior. */
const SOFTWARE_WORDS = 8;

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
  const wordsPerInvocation = software && !plan.frameInterleaved ? SOFTWARE_WORDS : 1;
  const checkDispatch = checkDispatches(graph, parts, spec, wordsPerInvocation, limits);
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
      ? [
          plan.lookUp
            ? lookUpDispatch(graph, parts, lists, plan, limits, false)
            : variableDispatch(graph, parts, lists, plan, limits),
        ]
      : hasPriors(plan)
        ? [priorDispatch(graph, parts, plan, limits)]
        : [];
  const order: IterationOrder = plan.layered
    ? { order: ["variable", "check", "syndrome", "compact"], notAtFirst: ["variable"] }
    : { order: ["check", "variable", "syndrome", "compact"] };
  const phases = {
    pack: [
      ...parts.pack,
      ...(plan.syndromeInChannel ? [signDispatch(graph, parts, limits)] : []),
      ...(plan.lookUp && lists ? [lookUpDispatch(graph, parts, lists, plan, limits, true)] : []),
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
      ...(orders === undefined ? rangeBuffers("layer", layers) : orderedRangeBuffers("layer", layers, orders)),
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
    traffic: binaryTraffic(graph, spec, arithmetic, plan),
  };
}
