import type { DeviceLimits } from "../../gpu/program.ts";
import type { FrameArithmetic } from "./arithmetic.ts";

/** Symbols of a vector that an invocation finds, and of each operand that it holds at a time. */
const BLOCK = 8;
/** Blocks of both operands whose loads overlap. */
const BLOCKS_TOGETHER = 4;
/** Smaller fields have vectors that one invocation holds. */
const LEAST_FIELD = 64;
/** Invocations of a workgroup at most. */
const INVOCATIONS = 256;
/** Words of frames of a workgroup, next to each other in memory: two sectors, and at least half of one. */
const LANES_MAXIMUM = 16;
const LANES_MINIMUM = 4;
/** Numbers of a check's inputs that an invocation loads at once. */
const REGISTERS = 96;

/**
 * How Min-Max spreads a check over invocations on a GPU: q / 8 for each word of frames. Undefined for small fields, for checks that do
 * not fit workgroup memory, for syndromes of frames that share a word, and for software devices, which have few registers and costly
 * barriers.
 */
export function spreadSteps(
  q: number,
  degree: number,
  limits: DeviceLimits,
  { interleave, syndrome }: { readonly interleave: number; readonly syndrome: boolean },
): Pick<FrameArithmetic, "check" | "checkConstants" | "degreeConstants" | "checkFrames" | "notes"> | undefined {
  if (limits.software || q < LEAST_FIELD || BLOCK * degree > REGISTERS || (syndrome && interleave > 1))
    return undefined;
  const groups = q / BLOCK;
  const constants = { BLOCK, BLOCK_QUADS: BLOCK / 4, BLOCK_PAIRS: BLOCK / 2, BLOCKS_TOGETHER };
  const vectors = (most: number) => ({ VECTORS: most + Math.max(most, 4) - 3 });
  const fits = (lanes: number) => {
    const bytes = 4 * lanes * (vectors(degree).VECTORS * q + degree);
    return bytes <= limits.workgroupBytes && groups * lanes <= Math.min(INVOCATIONS, limits.workgroupSize);
  };
  let lanes = LANES_MAXIMUM;
  while (lanes >= LANES_MINIMUM && !fits(lanes)) lanes /= 2;
  if (lanes < LANES_MINIMUM) return undefined;
  return {
    check: "nonbinary/rules/min-max-spread",
    checkConstants: { ...constants, LANES: lanes },
    degreeConstants: vectors,
    checkFrames: lanes * interleave,
    notes: [
      `${groups} invocations for a check of ${interleave === 1 ? "one frame" : "two frames"}, ${BLOCK} × ${BLOCK} pairs at a time`,
    ],
  };
}
