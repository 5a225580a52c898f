import type { Kernel } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { normalisedVectorsPart } from "../check-node/normalised-vectors.ts";
import { SYMBOL_CHECK_BINDINGS } from "../schedules/edges.ts";

/** q-ary sum-product check nodes by Walsh-Hadamard transforms. */
export const checkQspaFrames: Kernel = {
  name: "nonbinary/rules/qspa",
  wgsl: new URL("./qspa.wgsl", import.meta.url),
  imports: [runPart, slotsPart, normalisedVectorsPart],
  bindings: SYMBOL_CHECK_BINDINGS,
  constants: [
    ...["Q", "M", "DEGREE", "TILE", "TILE_QUADS", "QUAD", "ONE_TILE", "IN_REGISTERS", "FLOOR_BITS"],
    ...["STOP", "SLOT_FRAMES", "REFILLS", "SYNDROME", "LAYERED", "KEEPS"],
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
