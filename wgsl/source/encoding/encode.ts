import { type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { PLANE_FRAMES } from "./bit-planes.ts";
import { simdEncode } from "./simd/encode.ts";

/** Parity symbols of a systematic code over GF(q), on bit planes. */
export const encode: Kernel = {
  name: "source/encoding/encode",
  wgsl: new URL("./encode.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart],
  bindings: [u32("parity_position"), u32("generator"), u32("information_planes"), u32("codeword", "read_write")],
  constants: ["P", "POLYNOMIAL", "COEFFICIENTS", "N", "RANK", "WORDS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants, parameters: { frames }, range }: TwinCall): void {
    const [parityPosition, generator, planes, codeword] = buffers;
    const { P, N, RANK, WORDS } = constants;
    const [first, last] = items(range, WORKGROUP_SIZE, RANK);
    const sums = new Int32Array(constants.COEFFICIENTS);
    const information = new Int32Array(P * WORDS);
    const lastSlot = Math.min(PLANE_FRAMES * range.lastSlot, frames);
    for (let slot = PLANE_FRAMES * range.firstSlot; slot < lastSlot; slot++) {
      const frame = slot % PLANE_FRAMES;
      const at = (slot - frame) * P * WORDS + frame;
      for (let plane = 0; plane < P * WORDS; plane++) information[plane] = planes[at + PLANE_FRAMES * plane];
      for (let j = first; j < last; j++) {
        sums.fill(0);
        for (let word = 0; word < WORDS; word++) {
          for (let b = 0; b < P; b++) {
            const factor = generator[(word * P + b) * RANK + j];
            for (let c = 0; c < P; c++) sums[b + c] ^= factor & information[word * P + c];
          }
        }
        codeword[slot * N + parityPosition[j]] = element(sums, P, constants.POLYNOMIAL);
      }
    }
  },
  simd: simdEncode,
};

/** The element whose polynomial has the parities of the words as coefficients, before reduction. */
function element(sums: Int32Array, p: number, polynomial: number): number {
  let symbol = 0;
  for (let t = sums.length - 1; t >= 0; t--) {
    symbol ^= oddOnes(sums[t]) << t;
    if (t >= p && ((symbol >>> t) & 1) === 1) symbol ^= polynomial << (t - p);
  }
  return symbol;
}

/** 1 if an odd number of bits of a word are set. */
function oddOnes(word: number): number {
  let folded = word ^ (word >>> 16);
  folded ^= folded >>> 8;
  folded ^= folded >>> 4;
  return (0x6996 >>> (folded & 15)) & 1;
}
