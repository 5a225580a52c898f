import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { circulantsPart } from "./circulants.ts";

/** The sums of the information bits of a quasi-cyclic code in every check. */
export const paritySums: Kernel = {
  name: "source/encoding/parity-sums",
  wgsl: new URL("./parity-sums.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, circulantsPart],
};
