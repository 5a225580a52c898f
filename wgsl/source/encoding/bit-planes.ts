import { type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Frames whose words stand side by side: a vec4u of the kernels. */
export const PLANE_FRAMES = 4;

/** Information symbols as bit planes. */
export const bitPlanes: Kernel = {
  name: "source/encoding/bit-planes",
  wgsl: new URL("./bit-planes.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("information_position"), u32("codeword"), u32("information_planes", "read_write")],
  constants: ["N", "K", "P", "WORDS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { N, K, P, WORDS }, parameters: { frames }, range }: TwinCall): void {
    const [position, codeword, planes] = buffers;
    const [first, last] = items(range, WORKGROUP_SIZE / PLANE_FRAMES, WORDS);
    const lastSlot = Math.min(PLANE_FRAMES * range.lastSlot, frames);
    for (let slot = PLANE_FRAMES * range.firstSlot; slot < lastSlot; slot++) {
      const frame = slot % PLANE_FRAMES;
      const group = (slot - frame) / PLANE_FRAMES;
      for (let word = first; word < last; word++) {
        const at = PLANE_FRAMES * P * (group * WORDS + word) + frame;
        for (let b = 0; b < P; b++) {
          let plane = 0;
          for (let i = 32 * word; i < Math.min(32 * word + 32, K); i++) {
            plane |= ((codeword[slot * N + position[i]] >>> b) & 1) << (i % 32);
          }
          planes[at + PLANE_FRAMES * b] = plane;
        }
      }
    }
  },
};
