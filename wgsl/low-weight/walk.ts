import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** Words of low weight of a binary code by random walks over information sets. */
export const lowWeightWalk: Kernel = {
  name: "low-weight/walk",
  wgsl: new URL("./walk.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("generator"), u32("columns"), u32("limit"), u32("found", "read_write")],
  constants: ["K", "SLOTS", "LABELS", "LABELLED", "HEAVIEST", "CAPACITY", "STEPS", "MIXING", "INVOCATIONS"],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: walkBytes,
};

/** Bytes of workgroup memory of a walk. */
export function walkBytes({ K, SLOTS, LABELS, INVOCATIONS }: Readonly<Record<string, number>>): number {
  const words = Math.ceil(SLOTS / 32) + LABELS;
  return 4 * ((words + 1) * K + SLOTS + 2 * INVOCATIONS);
}
