import { checkQspaSpread } from "../../../wgsl/nonbinary/rules/qspa-spread.ts";
import type { DeviceLimits } from "../../gpu/program.ts";
import type { FrameArithmetic } from "./arithmetic.ts";

/** Invocations of a workgroup aimed at. */
const INVOCATIONS = 256;
/** Numbers, of all edges of a check, that an invocation keeps in registers beside the current part of a vector. */
const REGISTERS = 128;
/** Banks of workgroup memory. */
const BANKS = 32;

/**
 * How qspa spreads a vector over invocations on a GPU: over GF(64) 8 of 8 symbols, over GF(128) 8 of 16, over GF(256) 16 of 16.
 * Undefined for smaller fields, whose vectors one invocation holds, for checks of too many edges, and for software devices, which
 * have few registers and costly barriers.
 */
export function spreadTransforms(
  q: number,
  degree: number,
  limits: DeviceLimits,
  messages: "f32" | "bf16",
): Pick<FrameArithmetic, "check" | "checkConstants" | "checkLists" | "checkFrames" | "notes"> | undefined {
  const part = 2 ** Math.ceil(Math.log2(q) / 2);
  const groups = q / part;
  const frames = Math.min(INVOCATIONS, limits.workgroupSize) / groups;
  const constants = {
    Q: q,
    DEGREE: degree,
    PART: part,
    PART_QUADS: part / 4,
    FRAMES: frames,
    PAD: frames < BANKS ? BANKS / 2 : 0,
    QUAD: 4,
    // Numbers in bf16 are unpacked from their words first, and many loads at once delay that.
    AHEAD: messages === "f32" ? 1 : 0,
  };
  const fits = checkQspaSpread.workgroupBytes(constants) <= limits.workgroupBytes;
  if (limits.software || q < 64 || part * degree > REGISTERS || !fits) return undefined;
  const { Q, DEGREE, ...own } = constants;
  const powers = (end: number) => Array.from({ length: Math.log2(end) }, (_, i) => 2 ** i);
  return {
    check: checkQspaSpread,
    checkConstants: own,
    checkLists: { LOW_LENGTHS: powers(part), HIGH_LENGTHS: powers(groups).map((length) => length * (part / groups)) },
    checkFrames: frames,
    notes: [`${groups} invocations for a check of one frame, transforms of ${part} symbols each`],
  };
}
