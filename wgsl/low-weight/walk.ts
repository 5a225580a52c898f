import { type Kernel, type KernelConstants, u32 } from "../../src/gpu/kernel.ts";
import { packedGaloisPart } from "../common/arithmetic/packed-galois.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { sumsPart } from "./sums.ts";

/** Words of low weight of a code by random walks over information sets. */
export const lowWeightWalk: Kernel = {
  name: "low-weight/walk",
  wgsl: new URL("./walk.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedGaloisPart, sumsPart],
  bindings: [
    ...[u32("generator"), u32("columns"), u32("limit")],
    ...[u32("stored_rows", "read_write"), u32("found", "read_write")],
  ],
  constants: [
    ...["K", "P", "POLYNOMIAL", "SLOTS", "LABELS", "LABELLED", "COLUMN_WORDS", "CAPACITY", "STEPS", "MIXING"],
    ...["INVOCATIONS", "SHARED", "SUMS", "SUM_STEPS", "WINDOW"],
  ],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: (constants) => {
    const { K, SLOTS, INVOCATIONS, SHARED, SUMS, WINDOW } = constants;
    const summed = 2 ** WINDOW + (SUMS - 1) * K + 1;
    return 4 * ((SHARED === 1 ? walkElements(constants) : 1) + 2 * K + SLOTS + 2 * INVOCATIONS + summed);
  },
};

/** 32-bit words of the matrix of a walk. */
export function walkElements({ K, P, SLOTS, LABELS }: KernelConstants): number {
  return (Math.ceil(SLOTS / 32) + LABELS) * P * K;
}
