import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { packedGaloisPart } from "../../common/arithmetic/packed-galois.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { pivotPart } from "../pivot.ts";

/** Words of a row of H over GF(q) and its syndrome symbol. */
export function symbolRowWords(positions: number): number {
  return Math.floor(positions / 4) + 1;
}

/** The least reliable basis of each frame over GF(q), and H reduced by it. */
export const osdSymbolReduce: Kernel = {
  name: "osd/symbols/reduce",
  wgsl: new URL("./reduce.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, pivotPart, packedGaloisPart],
  bindings: [
    u32("check_rows"),
    u32("syndrome"),
    u32("likeliest"),
    u32("order"),
    u32("rows", "read_write"),
    u32("taken", "read_write"),
    u32("basis", "read_write"),
    u32("unsatisfied", "read_write"),
  ],
  constants: ["N", "P", "POLYNOMIAL", "ROWS", "RANK", "SYNDROME", "INVOCATIONS"],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: () => 12,
};
