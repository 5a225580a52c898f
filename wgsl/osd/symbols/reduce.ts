import type { Kernel } from "../../../src/gpu/kernel.ts";
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
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: () => 12,
};
