import type { Kernel } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/** Variables of one workgroup, unless each invocation reads and writes a symbol (DIRECT). */
export const UNPACK_TILE = 32;

/** Decisions frame by frame. */
export const unpackSymbols: Kernel = {
  name: "nonbinary/unpack",
  workgroupBytes: ({ DIRECT }) => (DIRECT === 1 ? 0 : 4 * UNPACK_TILE * (WORKGROUP_SIZE + 1)),
};
