import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { circulantsPart } from "./circulants.ts";
import { parityBlocksPart } from "./parity-blocks.ts";

/** Parity bits of extension rows; each row has its own parity bit. */
export const encodeExtension: Kernel = {
  name: "source/encoding/encode-extension",
  wgsl: new URL("./encode-extension.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, circulantsPart, parityBlocksPart],
};
