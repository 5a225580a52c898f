import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { doneAtomicPart } from "../../common/active-frames/done-atomic.ts";
import { galoisPart, galoisTableBytes } from "../../common/arithmetic/galois.ts";
import { checkSumPart } from "../../common/check-sum.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** Marks frames whose decision fails a check, or has not the given syndrome. */
export const syndrome: Kernel = {
  name: "reproductions/min-max-symbols/syndrome",
  wgsl: new URL("./syndrome.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, galoisPart, doneAtomicPart, checkSumPart],
  bindings: [
    u32("check_start"),
    u32("check_edges"),
    u32("galois_tables"),
    u32("decision"),
    u32("syndrome"),
    u32("unsatisfied", "read_write"),
  ],
  constants: ["Q", "N", "M", "SYNDROME", "STOP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: ({ Q }) => galoisTableBytes(Q),
};
