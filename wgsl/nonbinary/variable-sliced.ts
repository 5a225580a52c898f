import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { activeSlots, slotsPart } from "../common/active-frames/slots.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { messageOf, SLICED_SUM_CONSTANTS, SlicedVectors, slicedPart, slicedWorkgroupFrames } from "./formats/sliced.ts";
import { slicedSumsPart } from "./formats/sliced-sums.ts";

/** Variable nodes and decisions on bit-sliced integers. */
export const variableSliced: Kernel = {
  name: "nonbinary/variable-sliced",
  wgsl: new URL("./variable-sliced.wgsl", import.meta.url),
  imports: [runPart, slicedPart, workgroupSlotPart, slicedSumsPart, slotsPart],
  bindings: [
    u32("variable_start"),
    u32("variable_edges"),
    u32("products"),
    u32("channel"),
    u32("check_to_variable"),
    u32("active_list"),
    u32("variable_to_check", "read_write"),
    u32("symbols", "read_write"),
  ],
  constants: [
    "Q",
    "P",
    "STOP",
    "SLOT_FRAMES",
    "REFILLS",
    "ITERATIONS",
    "CHANNEL_BITS",
    "FACTOR",
    ...SLICED_SUM_CONSTANTS,
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: ({ P, SUM_BITS }) => 8 * WORKGROUP_SIZE * (SUM_BITS + P),
  run({ buffers, constants, parameters, iteration, range }: TwinCall): void {
    const [start, edges, products, channelWords, fromChecks, list, toChecks, symbols] = buffers as Uint32Array[];
    const { Q, STOP, ITERATIONS, BITS, CHANNEL_BITS, FACTOR } = constants;
    const { frames } = parameters;
    const slots = activeSlots(list, constants, parameters, iteration, range, slicedWorkgroupFrames(Q));
    const channel = new SlicedVectors(channelWords, CHANNEL_BITS, Q, frames);
    const checkToVariable = new SlicedVectors(fromChecks, BITS, Q, slots.room);
    const variableToCheck = new SlicedVectors(toChecks, BITS, Q, slots.room);
    for (let slot = slots.first; slot < slots.lastOccupied; slot++) {
      const frame = slots.frameAt(slot);
      const isRefilled = slots.isRefilled(slot);
      const isLast = !isRefilled && slots.iterationAt(slot) + 1 === ITERATIONS;
      if (frame >= frames) continue;
      for (let n = range.from; n < range.to; n++) {
        const own = Array.from({ length: start[n + 1] - start[n] }, (_, k) => {
          const [edge, h] = edges.subarray(2 * (start[n] + k));
          /** What the check says of the symbols a, and where. */
          const order = products.subarray(h * Q, (h + 1) * Q);
          return {
            edge,
            order,
            heard: Array.from(order, (x) => (isRefilled ? 0 : FACTOR * checkToVariable.get(edge, x, slot))),
          };
        });
        const totals = Array.from({ length: Q }, (_, a) =>
          own.reduce((sum, { heard }) => sum + heard[a], channel.get(n, a, frame)),
        );
        if ((STOP === 1 || isLast) && !isRefilled && !slots.isDone(slot)) {
          symbols[n * frames + frame] = totals.indexOf(Math.min(...totals));
        }
        if (isLast) continue;
        for (const { edge, order, heard } of own) {
          const others = totals.map((total, a) => total - heard[a]);
          const least = Math.min(...others);
          others.forEach((value, a) => {
            variableToCheck.set(edge, order[a], slot, messageOf(value - least, constants));
          });
        }
      }
    }
  },
};
