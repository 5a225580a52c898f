import { f32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { pivotPart } from "./pivot.ts";

/** Words of a row of H and its syndrome bit. */
export function rowWords(positions: number): number {
  return Math.floor(positions / 32) + 1;
}

/** The least reliable basis of each frame, and H reduced by it. */
export const osdReduce: Kernel = {
  name: "osd/reduce",
  wgsl: new URL("./reduce.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, pivotPart],
  bindings: [
    u32("check_rows"),
    u32("syndrome"),
    f32("llr"),
    u32("order"),
    u32("rows", "read_write"),
    u32("taken", "read_write"),
    u32("basis", "read_write"),
    u32("unsatisfied", "read_write"),
  ],
  constants: ["N", "ROWS", "RANK", "SYNDROME", "INVOCATIONS"],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ N }) => 4 * (rowWords(N) + 3),
};
