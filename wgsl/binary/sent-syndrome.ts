import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { laneSignsPart } from "../common/lane-signs.ts";
import { runPart } from "../common/run.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** The syndromes of the sent words, as sign bits in the decoder's words. */
export const sentSyndrome: Kernel = {
  name: "binary/sent-syndrome",
  wgsl: new URL("./sent-syndrome.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, wordIndexPart, laneSignsPart],
  bindings: [u32("row"), u32("row_start"), u32("columns"), u32("codeword"), u32("check_signs", "read_write")],
  constants: ["N", "CHECKS", "FRAME_INTERLEAVED"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
