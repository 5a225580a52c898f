import type { RunParameters } from "./kernel.ts";

/** Invocations per workgroup of the kernels whose items are independent: every adapter allows 64. */
export const WORKGROUP_SIZE = 64;
/** Workgroups that a dispatch can have in one dimension on every device. */
export const WORKGROUPS_MAXIMUM = 65_535;
/** Invocations per workgroup of the kernels that process a whole frame in one workgroup: every adapter allows 256. */
export const WIDE_WORKGROUP_SIZE = 256;

/** Low and high 32-bit word of the index of the frame in a slot. As `frame_index` in wgsl/common/run.wgsl. */
export function frameWords(parameters: RunParameters, slot: number): [low: number, high: number] {
  const frame = parameters.firstFrame + slot;
  return [frame % 2 ** 32, Math.floor(frame / 2 ** 32)];
}

/** Whether a frame's previous iteration satisfied all checks, as in wgsl/common/active-frames/done.wgsl. */
export function frameDone(
  unsatisfied: ArrayLike<number>,
  stop: number,
  iteration: number,
  frames: number,
  slot: number,
): boolean {
  return stop === 1 && iteration > 0 && unsatisfied[(iteration - 1) * frames + slot] === 0;
}
