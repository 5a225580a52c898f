import type { Kernel } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/** The input of a member of an ensemble. */
export const takeMember: Kernel = { name: "reprocess/take-member" };

/** The better of a member's word and the words of the members before. */
export const keepMember: Kernel = { name: "reprocess/keep-member", workgroupBytes: () => 4 * (WORKGROUP_SIZE + 1) };
