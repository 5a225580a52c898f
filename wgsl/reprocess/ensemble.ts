import type { Kernel } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/** The better of a member's word and the words of the members before. */
export const keepMember: Kernel = { name: "reprocess/keep-member", workgroupBytes: () => 4 * (WORKGROUP_SIZE + 1) };
