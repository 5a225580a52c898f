import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Parity symbols of a systematic code over GF(q), on bit planes. */
export const encode: Kernel = {
  name: "source/encoding/encode",
  wgsl: new URL("./encode.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
};
