import { type Dispatch, frameBuffer, type Program, type ProgramBuffer } from "../gpu/program.ts";
import type { ActiveFrames } from "./active-frames.ts";
import { type DecoderSpec, stopConstant } from "./spec.ts";

/** The phases of an iteration. */
export type Phase = "compact" | "check" | "variable" | "syndrome";

/** The dispatches of a decoder of any family: pack → (check → variable → syndrome → compact) → decide. */
export interface DecoderPhases {
  /** Converts channel LLRs, and syndromes, into the decoder's form. */
  readonly pack: readonly Dispatch[];
  readonly check: readonly Dispatch[];
  /** The checks of the first iteration, if they differ. */
  readonly firstCheck?: readonly Dispatch[];
  /** None where the checks update posteriors themselves. */
  readonly variable: readonly Dispatch[];
  /**
   * The test of the decisions: after every iteration with early termination, else after the last. Empty if other phases
   * test along the way.
   */
  readonly syndrome: readonly Dispatch[];
  readonly active: ActiveFrames;
  /** Converts the decisions into the form of `decision`. */
  readonly decide: readonly Dispatch[];
}

/** Order of the phases in a family's iteration. */
export interface IterationOrder {
  readonly order: readonly Phase[];
  /** Phases that the first iteration leaves out, since they have no input yet. */
  readonly notAtFirst?: readonly Phase[];
  /** Iterations of a run, if they differ from a frame's iterations because slots are refilled. */
  readonly iterations?: number;
  /** Whether engines may read the number of active frames. */
  readonly countsActive?: boolean;
}

type Steps = Pick<Program, "start" | "iterate" | "repeats" | "afterIterations" | "active">;

/** The dispatches of a decoder in the order of a run. */
export function decoderSteps(
  spec: DecoderSpec,
  { pack, decide, active, firstCheck, ...phases }: DecoderPhases,
  { order, notAtFirst = [], iterations = spec.iterations, countsActive = false }: IterationOrder,
): Steps {
  const stop = stopConstant(spec);
  const iteration: Readonly<Record<Phase, readonly Dispatch[]>> = {
    ...phases,
    compact: active.compact,
    syndrome: stop === 1 ? phases.syndrome : [],
  };
  const first = order
    .filter((phase) => !notAtFirst.includes(phase))
    .flatMap((phase) => (phase === "check" ? (firstCheck ?? phases.check) : iteration[phase]));
  return {
    start: [...pack, ...first],
    iterate: order.flatMap((phase) => iteration[phase]),
    repeats: iterations - 1,
    afterIterations: stop === 1 ? decide : [...phases.syndrome, ...decide],
    ...(countsActive && active.active !== undefined ? { active: active.active } : {}),
  };
}

/** The input and output buffers of every decoder (`DecoderProgram`). @param inputs channel LLRs of a frame. */
export function interfaceBuffers(
  spec: DecoderSpec,
  inputs: number,
  variables: number,
): Readonly<Record<"channel_llr" | "unsatisfied" | "decision", ProgramBuffer>> {
  return {
    channel_llr: frameBuffer("f32", inputs),
    unsatisfied: { ...frameBuffer("u32", spec.iterations), cleared: true },
    decision: frameBuffer("u32", variables),
  };
}

/** The dispatches with `overActive` set: the engine leaves out workgroups beyond the active frames. */
export function overActive(dispatches: readonly Dispatch[], isOver: boolean): Dispatch[] {
  return dispatches.map((each) => ({ ...each, overActive: isOver }));
}
