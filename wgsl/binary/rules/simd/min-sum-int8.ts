import type { V128 } from "../../../../src/wasm/code.ts";
import { i32 } from "../../../../src/wasm/i32.ts";
import { binary, bytes, shift, unary, words } from "../../../../src/wasm/simd.ts";
import type { SimdRule } from "./check-node.ts";
import { type MinimaLanes, twoMinimaSimd } from "./two-minima.ts";

const LANES: MinimaLanes = {
  largest: bytes(127),
  magnitude: (t) => unary("i8x16.abs", t),
  least: (a, b) => binary("i8x16.min_u", a, b),
  greatest: (a, b) => binary("i8x16.max_u", a, b),
  equal: (a, b) => binary("i8x16.eq", a, b),
  signed(f, magnitude, signs) {
    // All ones in negative lanes: −x is the complement of x minus −1.
    const negative = f.vector(binary("i8x16.lt_s", signs, bytes(0)));
    return binary("i8x16.sub", binary("v128.xor", magnitude, negative), negative);
  },
};

/** Min-sum on int8 lanes. */
export const minSumInt8Simd: SimdRule = ({ SCALE, OFFSET_STEPS }, lanes) => {
  if (lanes.numbers !== "bytes") return undefined;
  return twoMinimaSimd(LANES, (least) => {
    const scaled = SCALE === 256 ? least : scaledBytes(least, SCALE);
    const less = OFFSET_STEPS === 0 ? scaled : binary("i8x16.sub_sat_u", scaled, bytes(OFFSET_STEPS));
    return binary("i8x16.min_u", less, bytes(31));
  });
};

/** (x·scale + 128) >> 8 for bytes x: a rounding product with scale/256 in 15 fractional bits, for even and odd bytes apart. */
function scaledBytes(x: V128, scale: number): V128 {
  const factor = words((scale << 7) * 0x10001);
  const even = binary("i16x8.q15mulr_sat_s", binary("v128.and", x, words(0x00ff00ff)), factor);
  const odd = binary("i16x8.q15mulr_sat_s", shift("i16x8.shr_u", x, i32(8)), factor);
  return binary("v128.or", even, shift("i16x8.shl", odd, i32(8)));
}
