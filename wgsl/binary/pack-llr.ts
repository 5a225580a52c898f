import { f32, type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { boundPart } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { transposedTileBytes, wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { transposedTilePart } from "./transposed-tile.ts";

/** Channel LLRs in the decoder's number format and order of variables. */
export const packLlr: Kernel = {
  name: "binary/pack-llr",
  wgsl: new URL("./pack-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, wordIndexPart, transposedTilePart],
  bindings: [u32("symbol"), f32("channel_llr"), u32("channel", "read_write"), u32("posteriors", "read_write")],
  constants: ["N", "COPY", "FRAME_INTERLEAVED"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: transposedTileBytes,
};
