import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameDone, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { doneAtomicPart } from "../common/active-frames/done-atomic.ts";
import { activeSlots, slotsPart } from "../common/active-frames/slots.ts";
import { runPart } from "../common/run.ts";
import { simdSyndrome } from "./simd/syndrome.ts";

/** Marks frames whose decision fails a check, frame-interleaved. */
export const syndromeFrames: Kernel = {
  name: "nonbinary/syndrome",
  wgsl: new URL("./syndrome.wgsl", import.meta.url),
  imports: [runPart, slotsPart, doneAtomicPart],
  bindings: [
    u32("check_start"),
    u32("check_edges"),
    u32("products"),
    u32("symbols"),
    u32("syndrome"),
    u32("active_list"),
    u32("unsatisfied", "read_write"),
  ],
  constants: ["Q", "M", "STOP", "SLOT_FRAMES", "REFILLS", "SYNDROME"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants, parameters, iteration, range }: TwinCall): void {
    const [start, edges, products, symbols, syndrome, list, unsatisfied] = buffers;
    const { Q, M, SYNDROME } = constants;
    const { frames } = parameters;
    const slots = activeSlots(list, constants, parameters, iteration, range);
    for (let slot = slots.first; slot < slots.last; slot++) {
      const frame = slots.frameAt(slot);
      const own = slots.iterationAt(slot);
      if (frame >= frames || frameDone(unsatisfied, constants.STOP, own, frames, frame)) continue;
      for (let m = range.from; m < range.to; m++) {
        let sum = SYNDROME === 1 ? syndrome[frame * M + m] : 0;
        for (let e = start[m]; e < start[m + 1]; e++) {
          sum ^= products[edges[2 * e + 1] * Math.max(Q, 4) + symbols[edges[2 * e] * frames + frame]];
        }
        if (sum !== 0) unsatisfied[own * frames + frame] = 1;
      }
    }
  },
  simd: simdSyndrome,
};
