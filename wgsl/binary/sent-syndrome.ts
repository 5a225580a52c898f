import type { Kernel } from "../../src/gpu/kernel.ts";
import { laneSignsPart } from "../common/lane-signs.ts";
import { runPart } from "../common/run.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";

/** The syndromes of the sent words, as sign bits in the decoder's words. */
export const sentSyndrome: Kernel = {
  name: "binary/sent-syndrome",
  wgsl: new URL("./sent-syndrome.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, wordIndexPart, laneSignsPart],
};
