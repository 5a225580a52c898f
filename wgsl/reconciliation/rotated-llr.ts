import { f32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { PUNCTURED, SENT } from "../channel/bit-llr.ts";
import { boundPart, LLR_BOUND } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { OCTONION, octonionNegative, octonionPart, ROTATION_WORDS } from "./octonion.ts";

/** Channel LLRs of the bits that a rotation stands for, from values correlated with those it was made of. */
export const rotatedLlr: Kernel = {
  name: "reconciliation/rotated-llr",
  wgsl: new URL("./rotated-llr.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, octonionPart],
  bindings: [u32("position_use"), u32("rotation"), f32("values"), f32("channel_llr", "read_write")],
  constants: ["N", "KEY_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { N, KEY_BITS }, parameters: { llrScale }, range }: TwinCall): void {
    const [positionUse, rotation, values, channelLlr] = buffers;
    const { fround } = Math;
    const halves = new Int16Array(rotation.buffer, rotation.byteOffset, 2 * rotation.length);
    const norms = new Float32Array(rotation.buffer, rotation.byteOffset, rotation.length);
    const [firstPosition, lastPosition] = items(range, WORKGROUP_SIZE, N);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      for (let n = firstPosition; n < lastPosition; n++) {
        const state = positionUse[2 * n];
        const index = positionUse[2 * n + 1];
        let llr = LLR_BOUND;
        if (state === SENT) {
          const i = index % OCTONION;
          const first = slot * KEY_BITS + index - i;
          const word = ROTATION_WORDS * (first / OCTONION);
          let sum = 0;
          for (let k = 0; k < OCTONION; k++) {
            const j = i ^ k;
            const product = fround(halves[2 * word + j] * values[first + k]);
            sum = fround(octonionNegative(j, k) === 1 ? sum - product : sum + product);
          }
          const scaled = fround(fround(fround(llrScale) * norms[word + OCTONION / 2]) * sum);
          llr = Math.max(-LLR_BOUND, Math.min(LLR_BOUND, scaled));
        } else if (state === PUNCTURED) llr = 0;
        channelLlr[slot * N + n] = llr;
      }
    }
  },
};
