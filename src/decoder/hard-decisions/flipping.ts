import { randomParts } from "../../../wgsl/common/random/parts.ts";
import { STREAM_FLIPS } from "../../channel/random.ts";
import type { TannerGraph } from "../../code/tanner-graph.ts";
import { InputError } from "../../errors.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { variantOf } from "../../gpu/part.ts";
import { constantBuffer, frameBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { stepConstant } from "../step.ts";
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
      "variable_start",
      "variable_checks",
      "failed",
      "active_list",
      "erased",
      "posteriors",
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
      ["variable_start", "variable_checks", "channel", "failed", "posteriors", "active_list", "levels"],
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

/** Failed checks that flips need: by the number of a frame's failed checks; how far gray variables miss them; and of black and gray ones above half of their checks. */
interface FlipBounds {
  readonly bounds: (graph: TannerGraph) => readonly number[];
  readonly gray: number;
  readonly above: number;
}

/** Black-gray flips: the first iteration reconsiders the variables that flipped, and those that nearly did. */
export function blackGrayFlips({ bounds: boundsOf, gray, above }: FlipBounds): MakeHardDecisions {
  return (graph, dispatch): HardDecisions => {
    const { variables, checks } = graph;
    const COUNT_BITS = countBits(graph);
    // A bound above all counts is out of reach.
    const { buffers, ...common } = ofFailures(
      graph,
      boundsOf(graph).map((bound) => Math.min(bound, 2 ** COUNT_BITS - 1)),
    );
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
    const bounds = { BOUNDS_AT: variables + 1, GRAY: gray };
    const masked = (MASK: 0 | 1) => flip("masked", { MASK, ABOVE: above }, "no_levels");
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

/** Weighted flips: magnitudes of so many bits of steps, and the factor of a variable's own, factor / 2^shift. */
interface FlipWeights {
  readonly bits: number;
  readonly step: number;
  readonly factor: number;
  readonly shift: number;
}

/** In each iteration the variable of the greatest energy flips, the first of equals. */
export function weightedFlips({ bits: BITS, step, factor, shift: SHIFT }: FlipWeights): MakeHardDecisions {
  return (graph, dispatch) => {
    const { variables, checks, variableDegreeMaximum: degree } = graph;
    const { buffers, ...common } = ofFailures(graph);
    const largest = (degree * 2 ** SHIFT + factor) * (2 ** BITS - 1);
    // A sign, and a number of variables of at least one bit.
    const ENERGY_BITS = Math.floor(Math.log2(Math.max(largest, 1))) + 2;
    const INDEX_BITS = Math.max(1, Math.ceil(Math.log2(variables)));
    const planes = { ENERGY_BITS, INDEX_BITS, KEY_BITS: ENERGY_BITS + INDEX_BITS };
    const magnitudes = dispatch("magnitudes", variables, { BITS, ...stepConstant(step) }, [
      "channel_llr",
      "active_list",
      "magnitudes",
    ]);
    const minima = dispatch("minima", checks, { BITS }, [
      "check_start",
      "check_variables",
      "magnitudes",
      "active_list",
      "minima",
    ]);
    const FACTOR_BITS = Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => (factor >> bit) & 1);
    const strongest = dispatch(
      "strongest",
      variables,
      { ...planes, BITS, SHIFT },
      ["variable_start", "variable_checks", "magnitudes", "minima", "failed", "active_list", "parts"],
      { least: TOGETHER, variant: { lists: { FACTOR_BITS } } },
    );
    const PARTS = strongest.workgroups;
    const flip = dispatch("flip-strongest", 1, { ...planes, PARTS }, ["parts", "active_list", "posteriors"]);
    return {
      ...common,
      start: [magnitudes, minima],
      decide: [strongest, flip],
      words: common.words + BITS * (graph.edges + variables),
      buffers: {
        ...buffers,
        magnitudes: frameBuffer("u32", BITS * variables, 32),
        minima: frameBuffer("u32", BITS * checks, 32),
        parts: frameBuffer("u32", PARTS * (ENERGY_BITS + INDEX_BITS + 1), 32),
      },
    };
  };
}

/**
 * The bounds of the first specification of BIKE (2017), for regular codes with words of so many errors: the least T at which a variable with T
 * failed checks, in a frame of |s|, is wrong more likely than right.
 */
export function likelyBounds(
  { variables: n, checks: r, checkStart, variableStart }: TannerGraph,
  errors: number,
): number[] {
  const [w, d] = [checkStart, variableStart].map((start) => {
    const degrees = new Set(Array.from({ length: start.length - 1 }, (_, i) => start[i + 1] - start[i]));
    if (degrees.size === 1) return [...degrees][0];
    throw new InputError(
      "errors= is for codes whose checks all have one degree, and whose variables do: give slope= and offset=",
    );
  });
  if (errors >= n - w)
    throw new InputError(`errors=${errors}: give fewer than ${n - w}, the length less the degree of checks`);
  // Probability of l errors in a check, from l = 0 on.
  let chance = 1;
  for (let i = 0; i < w; i++) chance *= (n - errors - i) / (n - i);
  let extra = 0;
  for (let l = 0; l < Math.min(errors, w); l++) {
    if (l >= 3 && l % 2 === 1) extra += r * (l - 1) * chance;
    chance *= ((w - l) * (errors - l)) / ((l + 1) * (n - w - errors + l + 1));
  }
  return Array.from({ length: r + 1 }, (_, weight) => {
    const wrong = (weight + extra) / (errors * d);
    const right = (w * weight - extra) / ((n - errors) * d);
    const of = (count: number, p: number, T: number) => count * p ** T * (1 - p) ** (d - T);
    let bound = 1;
    while (bound <= d && of(errors, wrong, bound) < of(n - errors, right, bound)) bound++;
    return bound;
  });
}
