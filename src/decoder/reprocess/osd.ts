import { laneNumberConstants } from "../../../wgsl/binary/formats/lane-number.ts";
import { variantOf } from "../../gpu/part.ts";
import { type DeviceLimits, type Dispatch, frameBuffer, type ProgramBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { BinaryArithmetic } from "../binary/arithmetic.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import { osdBuffers, osdDispatches } from "../osd/dispatches.ts";
import type { OsdPlan } from "../osd/plan.ts";
import { isFrameInterleaved, roundFrames, withRounds } from "./rounds.ts";

/** The parameters of ordered statistics decoding of failed frames. */
export interface OsdReprocessing {
  readonly osd: OsdPlan;
  /** The LLRs that order positions. */
  readonly from: "posterior" | "channel";
  readonly arithmetic: BinaryArithmetic;
  readonly iterations: number;
  /** Number of rows of H. */
  readonly checks: number;
  /** Frames in flight. */
  readonly frames: number;
}

/** Frames of a round on a GPU, which one workgroup for each fills. */
const GPU_FRAMES = 4096;
const SOFTWARE_FRAMES = 64;
/** Frames of a round on the CPU engine. The number is small, because a missing frame takes as long as any other. */
const CPU_FRAMES = 4;

/** Frames of a round that fill a device. */
export function osdFrames({ simd, software }: DeviceLimits): number {
  if (simd) return CPU_FRAMES;
  return software ? SOFTWARE_FRAMES : GPU_FRAMES;
}

/**
 * A decoder whose failed frames go through ordered statistics decoding in rounds. Every failed frame ends with a codeword, or keeps its
 * decision if no word has its syndrome.
 * @param main decoder of all frames, without `lanes`.
 */
export function osdReprocessedProgram(
  main: DecoderProgram,
  reprocessing: OsdReprocessing,
  limits: DeviceLimits,
): DecoderProgram {
  const { osd, from, iterations, checks, frames } = reprocessing;
  const { N } = osd.constants;
  const perTest: Record<string, ProgramBuffer> = {
    ...osdBuffers(osd),
    round_llr: frameBuffer("f32", N),
    ...(from === "posterior" ? { ordering_llr: frameBuffer("f32", N) } : {}),
    ...(osd.syndrome ? { round_syndrome: frameBuffer("u32", checks) } : {}),
    round_decision: frameBuffer("u32", N),
    round_unsatisfied: frameBuffer("u32", 1),
  };
  const ofRound = roundFrames(perTest, { frames, testsOfFrame: 1, tests: osdFrames(limits) });
  const dispatches = [takeFailed(main, reprocessing), ...osdOfRound(reprocessing), adoptDispatch(N, iterations)];
  return withRounds(main, {
    iterations,
    frames: ofRound,
    testsOfFrame: 1,
    perTest,
    buffers: { unused: UNUSED_BUFFER, unused_ordering: UNUSED_BUFFER, unused_syndrome: UNUSED_BUFFER },
    dispatches: dispatches.map((dispatch) => ({ dispatch: { ...dispatch, frames: ofRound }, iteration: 0 })),
    notes: [`ordered statistics of failed frames by ${from}: rounds of ${ofRound} frames`, ...osd.notes],
  });
}

function takeFailed(main: DecoderProgram, { osd, from, arithmetic, checks }: OsdReprocessing): Dispatch {
  const { N } = osd.constants;
  const { lanes, constants } = arithmetic;
  return {
    kernel: "osd/take-failed",
    constants: {
      ...constants,
      N,
      CHECKS: checks,
      SYNDROME: osd.syndrome ? 1 : 0,
      POSTERIOR: from === "posterior" ? 1 : 0,
      FRAME_INTERLEAVED: isFrameInterleaved(main) ? 1 : 0,
      ...laneNumberConstants(lanes),
    },
    variant: variantOf({ lanes }),
    buffers: [
      ...["failed", "symbol", "posteriors", "channel_llr", osd.syndrome ? "syndrome" : "unused", "round_llr"],
      from === "posterior" ? "ordering_llr" : "unused_ordering",
      osd.syndrome ? "round_syndrome" : "unused_syndrome",
    ],
    workgroups: Math.ceil((N + (osd.syndrome ? checks : 0)) / WORKGROUP_SIZE),
  };
}

function osdOfRound({ osd, from }: OsdReprocessing): Dispatch[] {
  return osdDispatches(osd, {
    channel: "round_llr",
    ordering: from === "posterior" ? "ordering_llr" : "round_llr",
    syndrome: osd.syndrome ? "round_syndrome" : "unused",
    decision: "round_decision",
    unsatisfied: "round_unsatisfied",
  });
}

/** Frames of the round take the words that were found. @param N positions of the code. @param ITERATIONS of the main decoder. */
export function adoptDispatch(N: number, ITERATIONS: number): Dispatch {
  return {
    kernel: "osd/adopt",
    constants: { N, ITERATIONS },
    buffers: ["failed", "round_unsatisfied", "round_decision", "decision", "unsatisfied", "tests"],
    workgroups: Math.ceil(N / WORKGROUP_SIZE),
  };
}
