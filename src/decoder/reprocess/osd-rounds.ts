import { type DeviceLimits, type Dispatch, frameBuffer, type ProgramBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { OsdStages } from "../osd/reduction.ts";
import { roundFrames, withRounds } from "./rounds.ts";

/** Ordered statistics decoding of failed frames in rounds. */
interface OsdRounds {
  readonly osd: OsdStages;
  /** Positions of a frame, LLRs of a position, and rows of H. */
  readonly shape: Readonly<Record<"positions" | "llrs" | "checks", number>>;
  /** Whether frames have syndromes. */
  readonly syndrome: boolean;
  /** The LLRs that order positions. */
  readonly from: "posterior" | "channel";
  readonly iterations: number;
  readonly frames: number;
  /** The kernel that takes a round's LLRs and syndromes from these buffers, with constants of its own. */
  readonly takeFailed: Pick<Dispatch, "kernel" | "constants" | "variant" | "buffers">;
}

/** Frames of a round on a GPU, which one workgroup for each fills. */
const GPU_FRAMES = 4096;
const SOFTWARE_FRAMES = 64;
/** Frames of a round on the CPU engine. The number is small, because a missing frame takes as long as any other. */
const CPU_FRAMES = 4;

/**
 * A decoder whose failed frames go through ordered statistics decoding in rounds. Every failed frame ends with a codeword, or keeps its
 * decision if no word has its syndrome.
 */
export function withOsdRounds(
  main: DecoderProgram,
  { osd, shape, syndrome, from, iterations, frames, takeFailed }: OsdRounds,
  { simd, software }: DeviceLimits,
): DecoderProgram {
  const { positions: N, checks: CHECKS } = shape;
  const llrs = N * shape.llrs;
  const isPosterior = from === "posterior";
  const perTest: Record<string, ProgramBuffer> = {
    ...osd.buffers,
    round_llr: frameBuffer("f32", llrs),
    ...(isPosterior ? { ordering_llr: frameBuffer("f32", llrs) } : {}),
    ...(syndrome ? { round_syndrome: frameBuffer("u32", CHECKS) } : {}),
    round_decision: frameBuffer("u32", N),
    round_unsatisfied: frameBuffer("u32", 1),
  };
  const tests = simd ? CPU_FRAMES : software ? SOFTWARE_FRAMES : GPU_FRAMES;
  const ofRound = roundFrames(perTest, { frames, testsOfFrame: 1, tests });
  const dispatches: Dispatch[] = [
    {
      ...takeFailed,
      constants: { ...takeFailed.constants, N, CHECKS, SYNDROME: syndrome ? 1 : 0, POSTERIOR: isPosterior ? 1 : 0 },
      buffers: [
        ...takeFailed.buffers,
        syndrome ? "syndrome" : "unused",
        "round_llr",
        isPosterior ? "ordering_llr" : "unused_ordering",
        syndrome ? "round_syndrome" : "unused_syndrome",
      ],
      workgroups: Math.ceil((llrs + (syndrome ? CHECKS : 0)) / WORKGROUP_SIZE),
    },
    ...osd.dispatches({
      channel: "round_llr",
      ordering: isPosterior ? "ordering_llr" : "round_llr",
      syndrome: syndrome ? "round_syndrome" : "unused",
      decision: "round_decision",
      unsatisfied: "round_unsatisfied",
    }),
    {
      kernel: "osd/adopt",
      constants: { N, ITERATIONS: iterations },
      buffers: ["failed", "round_unsatisfied", "round_decision", "decision", "unsatisfied", "tests"],
      workgroups: Math.ceil(N / WORKGROUP_SIZE),
    },
  ];
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
