import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { packedGaloisPart } from "../../common/arithmetic/packed-galois.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";

/** The positions in the order of the search, and the parity symbols that each information symbol changes. */
export const osdSymbolColumns: Kernel = {
  name: "osd/symbols/columns",
  wgsl: new URL("./columns.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedGaloisPart],
  bindings: [u32("rows"), u32("basis"), u32("places", "read_write"), u32("columns", "read_write")],
  constants: ["N", "P", "POLYNOMIAL", "ROWS", "RANK", "INVOCATIONS"],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: () => 0,
};
