import type { Kernel, KernelConstants, TwinCall } from "../../../src/gpu/kernel.ts";
import { checkSum, WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { activeSlots, slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { SlicedVectors, slicedPart, slicedWorkgroupFrames } from "../formats/sliced.ts";
import { slicedVectorsPart } from "../formats/sliced-vectors.ts";
import { SYMBOL_CHECK_BINDINGS } from "../schedules/edges.ts";
import { extraColumn, type Least, take, withoutEdge } from "./trellis.ts";

/** Bits of the number of an edge of a check, and places in workgroup memory of an invocation, vectors of four words. */
export function slicedTrellisConstants(bits: number, degree: number): KernelConstants {
  const positionBits = Math.max(1, Math.ceil(Math.log2(degree)));
  return { POSITION_BITS: positionBits, SLOTS: Math.max(2 * bits, bits + positionBits) };
}

/** Trellis Min-Max check nodes on bit-sliced integers. */
export const checkTrellisSliced: Kernel = {
  name: "nonbinary/rules/trellis-min-max-sliced",
  wgsl: new URL("./trellis-min-max-sliced.wgsl", import.meta.url),
  imports: [runPart, slicedPart, workgroupSlotPart, slotsPart, slicedVectorsPart],
  bindings: SYMBOL_CHECK_BINDINGS,
  constants: ["Q", "P", "M", "BITS", "POSITION_BITS", "SLOTS", "STOP", "SLOT_FRAMES", "REFILLS", "SYNDROME"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: ({ SLOTS }) => 16 * WORKGROUP_SIZE * SLOTS,
  run({ buffers, constants, parameters, iteration, range }: TwinCall): void {
    const [checks, start, , , syndrome, list, variableWords, messageWords] = buffers as Uint32Array[];
    const { Q, M, BITS, SYNDROME } = constants;
    const { frames } = parameters;
    const slots = activeSlots(list, constants, parameters, iteration, range, slicedWorkgroupFrames(Q));
    const inward = new SlicedVectors(variableWords, BITS, Q, slots.room);
    const outward = new SlicedVectors(messageWords, BITS, Q, slots.room);
    const most = 2 ** BITS - 1;
    for (let slot = slots.first; slot < slots.last; slot++) {
      const frame = slots.frameAt(slot);
      if (frame >= frames) continue;
      const before = slots.slotBefore(slot);
      for (let c = range.from; c < range.to; c++) {
        const m = checks[c];
        const likeliest: number[] = [];
        const least = Array.from({ length: Q }, (): Least => ({ first: most, second: most, edge: 0 }));
        let sum = checkSum(syndrome, SYNDROME, frame * M + m);
        for (let e = start[m]; e < start[m + 1]; e++) {
          const message = Array.from({ length: Q }, (_, x) => inward.get(e, x, before));
          const z = message.indexOf(0);
          likeliest.push(z);
          sum ^= z;
          for (const [deviation, one] of least.entries()) take(one, message[deviation ^ z], e - start[m]);
        }
        const column = least.map((_, a) => extraColumn(least, a));
        for (const [i, z] of likeliest.entries()) {
          for (let x = 0; x < Q; x++) {
            const a = x ^ sum ^ z;
            const { value, edges } = column[a];
            outward.set(start[m] + i, x, slot, edges.includes(i) ? withoutEdge(least[a], i) : value);
          }
        }
      }
    }
  },
};
