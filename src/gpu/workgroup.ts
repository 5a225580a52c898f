import type { Kernel, KernelConstants, RunParameters } from "./kernel.ts";

/** Invocations per workgroup of kernels with independent items: every adapter allows 64. */
export const WORKGROUP_SIZE = 64;

/** Invocations per workgroup of a kernel with these constants. */
export function workgroupSizeOf(kernel: Kernel, constants: KernelConstants): number {
  return kernel.workgroupSize?.(constants) ?? WORKGROUP_SIZE;
}

/** Maximum number of workgroups of a dispatch in one dimension that every device supports. */
export const WORKGROUPS_MAXIMUM = 65_535;
/** Invocations per workgroup of kernels that process a whole frame in one workgroup: every adapter allows 256. */
export const WIDE_WORKGROUP_SIZE = 256;

/** Low and high 32-bit word of the index of the frame in a slot. As `frame_index` in wgsl/common/run.wgsl. */
export function frameWords(parameters: RunParameters, slot: number): [low: number, high: number] {
  const frame = parameters.firstFrame + slot;
  return [frame % 2 ** 32, Math.floor(frame / 2 ** 32)];
}

/** Whether all checks were satisfied after a frame's previous iteration, as in wgsl/common/active-frames/done.wgsl. */
export function frameDone(
  unsatisfied: ArrayLike<number>,
  stop: number,
  iteration: number,
  frames: number,
  slot: number,
): boolean {
  return stop === 1 && iteration > 0 && unsatisfied[(iteration - 1) * frames + slot] === 0;
}
