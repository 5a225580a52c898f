import type { DeviceLimits, Dispatch } from "../../gpu/program.ts";
import type { KernelVariant } from "../../gpu/variant.ts";
import type { DecoderSpec } from "../spec.ts";
import type { BinaryPlan } from "./arithmetic.ts";
import { type BinaryParts, perInterleavedWorkgroup } from "./dispatches.ts";
import type { BinaryGraph } from "./graph.ts";
import { frequentDegrees, sumConstants, type VariableLists } from "./variable-lists.ts";

/** Makes dispatches over ranges of checks. */
export function checkDispatches(
  { checks }: BinaryGraph,
  { dispatch, constants }: BinaryParts,
  spec: DecoderSpec,
  wordsPerInvocation: number,
  limits: DeviceLimits,
) {
  const own = {
    ITERATIONS: spec.iterations,
    WORDS_PER_INVOCATION: wordsPerInvocation,
    SERIAL: limits.simd === true ? constants.FRAME_INTERLEAVED : 0,
  };
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
    const made = dispatch(
      kernel,
      [count, perWorkgroup],
      { ...constants, ...own, CHECKS_PER_WORKGROUP: perWorkgroup },
      ["check_groups", "graph", ...buffers],
      variant,
    );
    return { ...made, framesPerWorkgroup: made.framesPerWorkgroup! * wordsPerInvocation };
  };
}

/** Gives the channel LLRs of degree-1 variables the signs of their checks' syndromes. */
export function signDispatch(
  { checks }: BinaryGraph,
  { dispatch, constants }: BinaryParts,
  limits: DeviceLimits,
): Dispatch {
  const perWorkgroup = perInterleavedWorkgroup(checks, limits);
  return dispatch("binary/sign-channel", [checks, perWorkgroup], { ...constants, CHECKS_PER_WORKGROUP: perWorkgroup }, [
    ...["check_groups", "graph", "check_signs", "channel"],
  ]);
}

/** Changes the priors of all core variables of a layered schedule. */
export function priorDispatch(
  { core }: BinaryGraph,
  { dispatch, constants, variable }: BinaryParts,
  { frameInterleaved }: BinaryPlan,
  limits: DeviceLimits,
): Dispatch {
  const perWorkgroup = perInterleavedWorkgroup(core, limits);
  const state = frameInterleaved ? "active_list" : "unsatisfied";
  return dispatch(
    "binary/prior",
    [core, perWorkgroup],
    { ...constants, CORE: core, VARIABLES_PER_WORKGROUP: perWorkgroup },
    ["variable_values", "channel", state, "posteriors", "messages"],
    variable,
  );
}

/** Sums the messages of all core variables. */
export function variableDispatch(
  { core }: BinaryGraph,
  { dispatch, constants, partialSums, variable }: BinaryParts,
  lists: VariableLists,
  { frameInterleaved }: BinaryPlan,
  limits: DeviceLimits,
): Dispatch {
  const perWorkgroup = perInterleavedWorkgroup(core, limits);
  const isSerial = limits.simd === true && frameInterleaved && partialSums === 1;
  const state = frameInterleaved ? "active_list" : "unsatisfied";
  return dispatch(
    "binary/variable",
    [core, perWorkgroup],
    {
      ...constants,
      ...sumConstants(partialSums, limits),
      CORE: core,
      VALUES_AT: lists.start.length,
      BLOCK: lists.block,
      VARIABLES_PER_WORKGROUP: perWorkgroup,
      SERIAL: isSerial ? 1 : 0,
    },
    ["variable_start", "variable_edges", "channel", "messages", state, "posteriors"],
    { ...variable, lists: isSerial ? { DEGREES: frequentDegrees(lists) } : {} },
  );
}

/** Looks up the messages to checks, and decides. @param first for the first iteration, by the channel alone. */
export function lookUpDispatch(
  { core }: BinaryGraph,
  { dispatch, constants }: BinaryParts,
  lists: VariableLists,
  { frameInterleaved, lookUp }: BinaryPlan,
  limits: DeviceLimits,
  first: boolean,
): Dispatch {
  const perWorkgroup = perInterleavedWorkgroup(core, limits);
  const state = frameInterleaved ? "active_list" : "unsatisfied";
  return dispatch(
    "binary/levels/variable",
    [core, perWorkgroup],
    {
      ...constants,
      ...lookUp!.constants,
      CORE: core,
      TABLES_AT: lists.start.length,
      BLOCK: lists.block,
      VARIABLES_PER_WORKGROUP: perWorkgroup,
      FIRST: first ? 1 : 0,
    },
    ["variable_start", "variable_edges", "channel", state, "posteriors", "messages"],
  );
}
