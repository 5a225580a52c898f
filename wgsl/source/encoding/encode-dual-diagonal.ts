import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";

/** Core parity bits of a code whose base matrix ends in a dual diagonal, with or without extension rows. */
export const encodeDualDiagonal: Kernel = {
  name: "source/encoding/encode-dual-diagonal",
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
};
