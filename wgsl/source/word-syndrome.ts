import type { Kernel } from "../../src/gpu/kernel.ts";
import { galoisPart, galoisTableBytes } from "../common/arithmetic/galois.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** The syndrome of every frame's word. */
export const wordSyndrome: Kernel = {
  name: "source/word-syndrome",
  wgsl: new URL("./word-syndrome.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, galoisPart],
  workgroupBytes: ({ Q }) => galoisTableBytes(Q),
};
