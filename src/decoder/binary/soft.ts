import { laneNumberConstants } from "../../../wgsl/binary/formats/index.ts";
import { TILE_VARIABLES } from "../../../wgsl/common/word-index.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { type Dispatch, frameBuffer, type ProgramBuffer } from "../../gpu/program.ts";
import { bitsOf } from "../step.ts";
import type { BinaryArithmetic, MakeDispatch } from "./arithmetic.ts";

/** Kernel and buffers that write posteriors as LLRs. */
interface SoftParts {
  readonly dispatches: readonly Dispatch[];
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
}

export const NO_SOFT: SoftParts = { dispatches: [], buffers: {} };

/** Writes `soft` [frame][N] from the posteriors. @param numbers N and FRAME_INTERLEAVED. */
export function softParts(
  dispatch: MakeDispatch,
  arithmetic: BinaryArithmetic,
  { N, FRAME_INTERLEAVED }: KernelConstants,
): SoftParts {
  const { lanes } = arithmetic;
  const own = { ...laneNumberConstants(lanes), STEP_BITS: bitsOf(stepOf(arithmetic)) };
  const constants = { ...arithmetic.constants, N, FRAME_INTERLEAVED, ...own };
  const buffers = ["symbol", "posteriors", "soft"];
  return {
    dispatches: [dispatch("binary/soft", [N, TILE_VARIABLES], constants, buffers)],
    buffers: { soft: frameBuffer("f32", N) },
  };
}

/** The LLR of a number 1 of the format. */
function stepOf({ lanes, constants }: BinaryArithmetic): number {
  const { STEPS_PER_LLR_BITS: bits } = constants;
  const steps = bits === undefined ? (lanes.steps?.perLlr ?? 1) : new Float32Array(Uint32Array.of(bits).buffer)[0];
  return 1 / steps;
}
