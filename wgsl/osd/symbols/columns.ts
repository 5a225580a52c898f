import type { Kernel } from "../../../src/gpu/kernel.ts";
import { packedGaloisPart } from "../../common/arithmetic/packed-galois.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** The positions in the order of the search, and the parity symbols that each information symbol changes. */
export const osdSymbolColumns: Kernel = {
  name: "osd/symbols/columns",
  wgsl: new URL("./columns.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedGaloisPart],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
};
