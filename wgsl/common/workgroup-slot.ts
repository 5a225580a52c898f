import { WORKGROUP_SIZE, WORKGROUPS_MAXIMUM } from "../../src/gpu/workgroup.ts";

/** Workgroups per row, if their number exceeds the limit of a dimension. */
export const SLOTS_PER_ROW = WORKGROUP_SIZE;

/**
 * Maximum number of frames of a dispatch: workgroups of WORKGROUP_SIZE frames or words fill one dimension, workgroups
 * of one frame two.
 */
export const FRAMES_MAXIMUM = WORKGROUP_SIZE * WORKGROUPS_MAXIMUM;

/**
 * Workgroups y and z of a dispatch with a workgroup for each slot, a frame or a word of frames. It has one row up to
 * the limit of a dimension, else rows of a length that leaves few workgroups of the last row without a slot.
 * @param slots at most FRAMES_MAXIMUM.
 * @param row maximum number of workgroups in one dimension.
 */
export function slotGrid(slots: number, row = WORKGROUPS_MAXIMUM): [y: number, z: number] {
  return slots <= row ? [slots, 1] : [SLOTS_PER_ROW, Math.ceil(slots / SLOTS_PER_ROW)];
}
