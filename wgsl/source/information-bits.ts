import type { Kernel } from "../../src/gpu/kernel.ts";
import { BIT_FRAMES } from "../common/lane-signs.ts";

const INVOCATIONS = 128;

/** Number of information bits of a workgroup: each invocation draws 128 bits of one of 32 frames. */
export const BITS_TOGETHER = 128 * (INVOCATIONS / BIT_FRAMES);

/** Random information bits, a word for 32 frames. */
export const informationBits: Kernel = {
  name: "source/information-bits",
  workgroupSize: () => INVOCATIONS,
  workgroupBytes: () => 4 * BITS_TOGETHER,
};
