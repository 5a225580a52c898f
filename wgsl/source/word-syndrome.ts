import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { galoisPart, galoisTableBytes } from "../common/arithmetic/galois.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** The syndrome of every frame's word. */
export const wordSyndrome: Kernel = {
  name: "source/word-syndrome",
  wgsl: new URL("./word-syndrome.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, galoisPart],
  bindings: [u32("row_start"), u32("entries"), u32("galois_tables"), u32("codeword"), u32("syndrome", "read_write")],
  constants: ["Q", "N", "M"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: ({ Q }) => galoisTableBytes(Q),
};
