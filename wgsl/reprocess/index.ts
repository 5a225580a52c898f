import type { Kernel, KernelFamily } from "../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/**
 * Elements of `failed` before the slots: number of waiting frames, index of the first waiting frame, frames of the run.
 */
export const FAILED_HEAD = 3;

/** Value in `positions` for a test without children. */
export const NO_POSITION = 0xffffffff;

/** First index of the positions chosen after the tests of a stage, for rounds of `roundFrames` frames. */
export function stageAt(roundFrames: number, stage: number): number {
  return roundFrames * (2 ** stage - 1);
}

/** Lists the frames that wait for reprocessing. */
export const listFailed: Kernel = {
  name: "reprocess/list-failed",
  workgroupBytes: () => 4 * (WORKGROUP_SIZE + 1),
};

/** Number of tests of one workgroup. */
export const SELECTED_TESTS = 16;

/** The position that the children of each test saturate. */
export const selectPosition: Kernel = {
  name: "reprocess/select-position",
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 12 * WIDE_WORKGROUP_SIZE,
};

/** Costs of the words to which tests converged. */
export const judgeTests: Kernel = {
  name: "reprocess/judge-tests",
  workgroupBytes: () => 4 * WORKGROUP_SIZE,
};

/** Keeps the likeliest word so far of each frame of a round. */
export const keepLikeliest: Kernel = {
  name: "reprocess/keep-likeliest",
  workgroupBytes: () => 12 * WORKGROUP_SIZE,
};

/** The better of a member's word and the words of the members before. */
export const keepMember: Kernel = { name: "reprocess/keep-member", workgroupBytes: () => 4 * (WORKGROUP_SIZE + 1) };

export const reprocessKernels: KernelFamily = {
  kernels: [judgeTests, keepLikeliest, keepMember, listFailed, selectPosition],
};
