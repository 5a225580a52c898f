import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Number of frames whose words are side by side: a vec4u of the kernels. */
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
};
