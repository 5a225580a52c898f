import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Number of frames whose words are side by side: a vec4u of the kernels. */
export const PLANE_FRAMES = 4;

/** Information symbols as bit planes. */
export const bitPlanes: Kernel = {
  name: "source/encoding/bit-planes",
  wgsl: new URL("./bit-planes.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
};
