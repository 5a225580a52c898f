import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { circulantsPart } from "./circulants.ts";
import { PARITY_BINDINGS, parityBlocksPart } from "./parity-blocks.ts";

/** Core parity bits of a code whose base matrix ends in a dual diagonal, with or without extension rows. */
export const encodeDualDiagonal: Kernel = {
  name: "source/encoding/encode-dual-diagonal",
  wgsl: new URL("./encode-dual-diagonal.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, circulantsPart, parityBlocksPart],
  bindings: PARITY_BINDINGS,
  constants: ["N", "M", "LIFTING_SIZE", "CORE_ROWS", "REMAINING_SHIFT", "INTERLEAVE"],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
