import { randomParts } from "../../../wgsl/common/random/parts.ts";
import { STREAM_FLIPS } from "../../channel/random.ts";
import type { TannerGraph } from "../../code/tanner-graph.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { variantOf } from "../../gpu/part.ts";
import { constantBuffer, frameBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { type HardDecisions, type MakeHardDecisions, TOGETHER } from "./program.ts";

/** Bits of the random numbers that probabilities are compared with. */
const PROBABILITY_BITS = 16;

const GENERATOR = randomParts["threefry4x32-13"];

/** What all decoders have whose checks keep their failures for the variables. */
function ofFailures(
  { variableStart, variableEdge, edgeCheck, edges, variables, checks }: TannerGraph,
  own: readonly number[] = [],
) {
  return {
    start: [],
    keeps: true,
    erases: false,
    words: edges + 2 * variables + checks,
    buffers: {
      variable_start: constantBuffer(Uint32Array.from([...variableStart, ...own])),
      variable_checks: constantBuffer(variableEdge.map((edge) => edgeCheck[edge])),
    },
  };
}

/** Peeling: each iteration resolves the erased bits that are the only ones of a check. */
export const peeling: MakeHardDecisions = (graph, dispatch) => ({
  ...ofFailures(graph),
  erases: true,
  decide: [
    dispatch("peel", graph.variables, {}, [
      ...["variable_start", "variable_checks", "failed", "active_list", "erased", "posteriors"],
    ]),
  ],
});

/** Planes of counts of a variable's failed checks and one more, with room above. */
const countBits = ({ variableDegreeMaximum }: TannerGraph) => Math.floor(Math.log2(variableDegreeMaximum + 2)) + 1;

const FLIP_BUFFERS = ["variable_start", "variable_checks", "channel", "failed", "active_list", "posteriors"];

const flips = (part: string) => variantOf({ flips: { name: `hard-decisions/flips/${part}` }, random: GENERATOR });

/** Numerators of probabilities in as few bits as all of them need, `least` or more. */
function numerators(probabilities: readonly number[], least: number): { bits: number; chances: number[] } {
  let bits = PROBABILITY_BITS;
  let chances = probabilities.map((probability) => Math.round(probability * 2 ** bits));
  while (bits > least && chances.every((chance) => chance % 2 === 0)) {
    chances = chances.map((chance) => chance / 2);
    bits--;
  }
  return { bits, chances };
}

/** Flips the variables of the greatest energy, each with this probability. */
export function greatestFlips(probability: number): MakeHardDecisions {
  return (graph, dispatch) => {
    const { bits: RANDOM_BITS, chances } = numerators([probability], 0);
    const LEVELS = graph.variableDegreeMaximum + 2;
    const constants: KernelConstants = { COUNT_BITS: countBits(graph), CHANNEL: 1, LEVELS, RANDOM_BITS, STREAM_FLIPS };
    const { buffers, ...common } = ofFailures(graph, chances);
    const energies = dispatch(
      "levels",
      graph.variables,
      constants,
      [...["variable_start", "variable_checks", "channel", "failed", "posteriors", "active_list", "levels"]],
      { least: TOGETHER },
    );
    const flip = dispatch(
      "flip",
      graph.variables,
      { ...constants, CHANCES_AT: graph.variables + 1 },
      [...FLIP_BUFFERS, "levels", "no_masks"],
      { least: TOGETHER, variant: flips("greatest") },
    );
    return {
      ...common,
      decide: [energies, flip],
      words: 2 * common.words,
      buffers: {
        ...buffers,
        levels: { ...frameBuffer("u32", 2 * LEVELS, 32), cleared: true },
        no_masks: UNUSED_BUFFER,
      },
    };
  };
}

/** Flips a variable of energy e with the e-th probability, of larger energies with the last. */
export function chanceFlips(probabilities: readonly number[]): MakeHardDecisions {
  return (graph, dispatch) => {
    const LEVELS = graph.variableDegreeMaximum + 2;
    const all = Array.from({ length: LEVELS }, (_, e) => probabilities[Math.min(e, probabilities.length - 1)]);
    const { bits: RANDOM_BITS, chances } = numerators(all, 1);
    const { buffers, ...common } = ofFailures(graph, chances);
    const constants = { COUNT_BITS: countBits(graph), CHANNEL: 1, LEVELS, STREAM_FLIPS };
    const flip = dispatch(
      "flip",
      graph.variables,
      { ...constants, RANDOM_BITS, CHANCES_AT: graph.variables + 1 },
      [...FLIP_BUFFERS, "no_levels", "no_masks"],
      { variant: flips("chances") },
    );
    return {
      ...common,
      decide: [flip],
      buffers: { ...buffers, no_levels: UNUSED_BUFFER, no_masks: UNUSED_BUFFER },
    };
  };
}

/** Bounds of failed checks: max(least, ⌊(slope·|s| + offset) / unit⌋), and by how much gray variables miss them. */
export interface FlipBounds {
  readonly slope: number;
  readonly offset: number;
  readonly unit: number;
  readonly least: number;
  readonly gray: number;
}

/** Black-gray flips: the first iteration reconsiders the variables that flipped, and those that nearly did. */
export function blackGrayFlips({ slope, offset, unit, least, gray }: FlipBounds): MakeHardDecisions {
  return (graph, dispatch): HardDecisions => {
    const { variables, checks } = graph;
    const COUNT_BITS = countBits(graph);
    const { buffers, ...common } = ofFailures(graph);
    const least32 = { least: TOGETHER };
    const constants = { COUNT_BITS, CHANNEL: 0 };
    // An invocation's count of failed checks: on a CPU that of all.
    const counts = dispatch("weights", checks, {}, ["failed", "active_list", "levels"], least32);
    const weights = {
      ...counts,
      constants: { ...counts.constants, COUNT_BITS: Math.floor(Math.log2(counts.constants.NODES_PER_WORKGROUP)) + 1 },
    };
    const flip = (part: string, own: KernelConstants, levels: string) =>
      dispatch("flip", variables, { ...constants, ...own }, [...FLIP_BUFFERS, levels, "masks"], {
        ...least32,
        variant: flips(part),
      });
    const bounds = { SLOPE: slope, OFFSET: offset, UNIT: unit, LEAST: least, GRAY: gray };
    const masked = (MASK: 0 | 1) => flip("masked", { MASK }, "no_levels");
    return {
      ...common,
      decide: [weights, flip("bounds", bounds, "levels")],
      more: (test) => [test, masked(0), test, masked(1)],
      buffers: {
        ...buffers,
        levels: { ...frameBuffer("u32", 2 * 32, 32), cleared: true },
        masks: frameBuffer("u32", 2 * variables, 32),
        no_levels: UNUSED_BUFFER,
      },
    };
  };
}
