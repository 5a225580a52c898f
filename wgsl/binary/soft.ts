import { f32, type Kernel, type KernelConstants, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { transposedTileBytes, wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import type { Lanes } from "./formats/lanes.ts";
import { transposedTilePart } from "./transposed-tile.ts";

/** Posteriors as LLRs. */
export const binarySoft: Kernel = {
  name: "binary/soft",
  wgsl: new URL("./soft.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, wordIndexPart, transposedTilePart],
  bindings: [u32("symbol"), u32("posteriors"), f32("soft", "read_write")],
  constants: ["N", "FRAME_INTERLEAVED", "INTERLEAVE", "ONE", "TWO", "FOUR", "STEP_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: transposedTileBytes,
};

/** The constants of a number format. @param step the LLR of a number 1. */
export function softConstants({ interleave }: Lanes, step: number): KernelConstants {
  const [stepBits] = new Uint32Array(Float32Array.of(step).buffer);
  return {
    INTERLEAVE: interleave,
    ONE: interleave === 1 ? 1 : 0,
    TWO: interleave === 2 ? 1 : 0,
    FOUR: interleave === 4 ? 1 : 0,
    STEP_BITS: stepBits,
  };
}
