import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { circulantsPart } from "./circulants.ts";
import { parityBlocksPart } from "./parity-blocks.ts";

/** Core parity bits of a code whose base matrix ends in a dual diagonal, with or without extension rows. */
export const encodeDualDiagonal: Kernel = {
  name: "source/encoding/encode-dual-diagonal",
  wgsl: new URL("./encode-dual-diagonal.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, circulantsPart, parityBlocksPart],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
};
