import type { Kernel, TwinCall } from "../../../src/gpu/kernel.ts";
import { checkSum, WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { activeSlots, slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { forwardBackward, forwardBackwardPart } from "../check-node/forward-backward.ts";
import { SlicedVectors, slicedPart, slicedWorkgroupFrames } from "../formats/sliced.ts";
import { slicedVectorsPart } from "../formats/sliced-vectors.ts";
import { SYMBOL_CHECK_BINDINGS } from "../schedules/edges.ts";

/** Min-Max check nodes on bit-sliced integers. */
export const checkMinMaxSliced: Kernel = {
  name: "nonbinary/rules/min-max-sliced",
  wgsl: new URL("./min-max-sliced.wgsl", import.meta.url),
  imports: [runPart, slicedPart, workgroupSlotPart, slotsPart, slicedVectorsPart, forwardBackwardPart],
  bindings: SYMBOL_CHECK_BINDINGS,
  constants: ["Q", "P", "M", "DEGREE", "BITS", "SLOTS", "STOP", "SLOT_FRAMES", "REFILLS", "SYNDROME", "LAYERED"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: ({ SLOTS }) => 16 * WORKGROUP_SIZE * SLOTS,
  run({ buffers, constants, parameters, iteration, range }: TwinCall): void {
    const [checks, start, , , syndrome, list, variableWords, messageWords] = buffers as Uint32Array[];
    const { Q, M, DEGREE, BITS, SYNDROME } = constants;
    const { frames } = parameters;
    const slots = activeSlots(list, constants, parameters, iteration, range, slicedWorkgroupFrames(Q));
    const inward = new SlicedVectors(variableWords, BITS, Q, slots.room);
    const outward = new SlicedVectors(messageWords, BITS, Q, slots.room);
    const inputs = new Int32Array(DEGREE * Q);
    for (let slot = slots.first; slot < slots.last; slot++) {
      const frame = slots.frameAt(slot);
      if (frame >= frames) continue;
      const before = slots.slotBefore(slot);
      for (let c = range.from; c < range.to; c++) {
        const m = checks[c];
        const degree = start[m + 1] - start[m];
        const shift = checkSum(syndrome, SYNDROME, frame * M + m);
        /** Place of symbol x in the check's order. */
        const order = (i: number, x: number) => (i === 0 ? x ^ shift : x);
        for (let i = 0; i < degree; i++) {
          for (let x = 0; x < Q; x++) inputs[i * Q + order(i, x)] = inward.get(start[m] + i, x, before);
        }
        const put = (i: number, output: Int32Array) => {
          for (let x = 0; x < Q; x++) outward.set(start[m] + i, x, slot, output[order(i, x)]);
        };
        // A check of degree 1 forces its variable to its syndrome.
        if (degree === 1) put(0, new Int32Array(Q).fill(2 ** BITS - 1).fill(0, 0, 1));
        else forwardBackward(inputs, degree, Q, put);
      }
    }
  },
};
