import { part } from "../../src/gpu/part.ts";
import { WORKGROUP_SIZE, WORKGROUPS_MAXIMUM } from "../../src/gpu/workgroup.ts";

export const workgroupSlotPart = part("common/workgroup-slot", new URL("./workgroup-slot.wgsl", import.meta.url));

/** Workgroups of a row where they are more than a dimension has. */
export const SLOTS_PER_ROW = WORKGROUP_SIZE;

/**
 * Most frames of a dispatch: workgroups of WORKGROUP_SIZE frames or words fill one dimension, workgroups of one frame
 * two.
 */
export const FRAMES_MAXIMUM = WORKGROUP_SIZE * WORKGROUPS_MAXIMUM;

/**
 * Workgroups y and z of a dispatch with a workgroup for each slot, a frame or a word of frames. One row as long as there are no
 * more than a dimension has, else rows so short that hardly a workgroup of the last one is without a slot.
 * @param slots at most FRAMES_MAXIMUM.
 * @param row workgroups of one dimension.
 */
export function slotGrid(slots: number, row = WORKGROUPS_MAXIMUM): [y: number, z: number] {
  return slots <= row ? [slots, 1] : [SLOTS_PER_ROW, Math.ceil(slots / SLOTS_PER_ROW)];
}
