import type { RunParameters, WorkgroupRange } from "./kernel.ts";

/** Invocations per workgroup of the kernels whose items are independent: every adapter allows 64. */
export const WORKGROUP_SIZE = 64;
/** Workgroups that a dispatch can have in one dimension on every device. */
export const WORKGROUPS_MAXIMUM = 65_535;
/** Invocations per workgroup of the kernels that process a whole frame in one workgroup: every adapter allows 256. */
export const WIDE_WORKGROUP_SIZE = 256;

/** Low and high 32-bit word of the index of the frame in a slot. Twin of `frame_index` in wgsl/common/run.wgsl. */
export function frameWords(parameters: RunParameters, slot: number): [low: number, high: number] {
  const frame = parameters.firstFrame + slot;
  return [frame % 2 ** 32, Math.floor(frame / 2 ** 32)];
}

/** Whether a frame's previous iteration satisfied all checks. Twin of wgsl/common/active-frames/done.wgsl. */
export function frameDone(
  unsatisfied: ArrayLike<number>,
  stop: number,
  iteration: number,
  frames: number,
  slot: number,
): boolean {
  return stop === 1 && iteration > 0 && unsatisfied[(iteration - 1) * frames + slot] === 0;
}

/**
 * The sum that a check's products h·a must have: 0, or its syndrome if syndromes are given. Twin of
 * wgsl/common/check-sum.wgsl.
 */
export function checkSum(syndrome: ArrayLike<number>, given: number, index: number): number {
  return given === 1 ? syndrome[index] : 0;
}

/** The invocations of a range of workgroups of `size`, cut at `count` items: [first, last). */
export function items(range: WorkgroupRange, size: number, count: number): [first: number, last: number] {
  return [Math.min(range.from * size, count), Math.min(range.to * size, count)];
}

/** The frames of a range of workgroups of WORKGROUP_SIZE frames each: [first, last). */
export function frameRange({ firstSlot, lastSlot }: WorkgroupRange, frames: number): [first: number, last: number] {
  return [Math.min(firstSlot * WORKGROUP_SIZE, frames), Math.min(lastSlot * WORKGROUP_SIZE, frames)];
}
