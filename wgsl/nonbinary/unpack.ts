import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";

/** Variables of one workgroup. */
export const UNPACK_TILE = 32;

/** Decisions frame by frame. */
export const unpackSymbols: Kernel = {
  name: "nonbinary/unpack",
  wgsl: new URL("./unpack.wgsl", import.meta.url),
  imports: [runPart],
  bindings: [u32("symbols"), u32("decision", "read_write")],
  constants: ["N"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 4 * UNPACK_TILE * (WORKGROUP_SIZE + 1),
  run({ buffers, constants: { N }, parameters: { frames }, range }: TwinCall): void {
    const [symbols, decision] = buffers;
    for (
      let frame = range.firstSlot * WORKGROUP_SIZE;
      frame < Math.min(range.lastSlot * WORKGROUP_SIZE, frames);
      frame++
    ) {
      for (let n = range.from * UNPACK_TILE; n < Math.min(range.to * UNPACK_TILE, N); n++) {
        decision[frame * N + n] = symbols[n * frames + frame];
      }
    }
  },
};
