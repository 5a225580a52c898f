import { f32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { OCTONION, octonionNegative, octonionPart, ROTATION_ONE, ROTATION_WORDS } from "./octonion.ts";
import { packedBit, packedBitsPart } from "./packed-bits.ts";

/** Rotations from Gaussian values to points of the sphere that stand for bits. */
export const blockRotation: Kernel = {
  name: "reconciliation/block-rotation",
  wgsl: new URL("./block-rotation.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, packedBitsPart, octonionPart],
  bindings: [u32("sifted_bits"), f32("values"), u32("rotation", "read_write")],
  constants: ["KEY_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants: { KEY_BITS }, range }: TwinCall): void {
    const [siftedBits, values, rotation] = buffers;
    const { fround } = Math;
    const halves = new Int16Array(rotation.buffer, rotation.byteOffset, 2 * rotation.length);
    const norms = new Float32Array(rotation.buffer, rotation.byteOffset, rotation.length);
    const [firstGroup, lastGroup] = items(range, WORKGROUP_SIZE, KEY_BITS / OCTONION);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      for (let group = firstGroup; group < lastGroup; group++) {
        const first = slot * KEY_BITS + OCTONION * group;
        let squares = 0;
        for (let k = 0; k < OCTONION; k++) squares = fround(squares + fround(values[first + k] * values[first + k]));
        const norm = fround(Math.sqrt(squares));
        const scale = norm > 0 ? fround(ROTATION_ONE / fround(fround(Math.sqrt(8)) * norm)) : 0;
        const word = ROTATION_WORDS * (first / OCTONION);
        for (let i = 0; i < OCTONION; i++) {
          let sum = 0;
          for (let k = 0; k < OCTONION; k++) {
            const negative = packedBit(siftedBits, first + (i ^ k)) ^ octonionNegative(i ^ k, k) ^ (k > 0 ? 1 : 0);
            sum = fround(negative === 1 ? sum - values[first + k] : sum + values[first + k]);
          }
          const nearest = Math.floor(fround(fround(sum * scale) + 0.5));
          halves[2 * word + i] = Math.max(-ROTATION_ONE, Math.min(ROTATION_ONE, nearest));
        }
        norms[word + OCTONION / 2] = norm;
      }
    }
  },
};
