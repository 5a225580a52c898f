import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { circulantsPart } from "./circulants.ts";
import { PARITY_BINDINGS, parityBlocksPart } from "./parity-blocks.ts";

/** Parity bits of extension rows; each row has its own parity bit. */
export const encodeExtension: Kernel = {
  name: "source/encoding/encode-extension",
  wgsl: new URL("./encode-extension.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, circulantsPart, parityBlocksPart],
  bindings: PARITY_BINDINGS,
  constants: ["N", "M", "LIFTING_SIZE", "CORE_ROWS", "INTERLEAVE"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
