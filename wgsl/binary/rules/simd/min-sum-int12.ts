import { i32 } from "../../../../src/wasm/i32.ts";
import { binary, shift, unary, words } from "../../../../src/wasm/simd.ts";
import { DIFFERENCE_BOUND, INT12 } from "../../formats/int12-bounds.ts";
import type { SimdRule } from "./check-node.ts";
import { type MinimaLanes, twoMinimaSimd } from "./two-minima.ts";

/** The constant of eight equal lanes. */
const shorts = (value: number) => words(value * 0x10001);

const LANES: MinimaLanes = {
  largest: shorts(DIFFERENCE_BOUND),
  magnitude: (t) => unary("i16x8.abs", t),
  least: (a, b) => binary("i16x8.min_s", a, b),
  greatest: (a, b) => binary("i16x8.max_s", a, b),
  equal: (a, b) => binary("i16x8.eq", a, b),
  signed(f, magnitude, signs) {
    // All ones in negative lanes: −x is the complement of x minus −1.
    const negative = f.vector(shift("i16x8.shr_s", signs, i32(15)));
    return binary("i16x8.sub", binary("v128.xor", magnitude, negative), negative);
  },
};

/** Min-sum on int12 lanes. A rounding product with scale/256 in 15 fractional bits is (x·scale + 128) >> 8. */
export const minSumInt12Simd: SimdRule = ({ SCALE, OFFSET_STEPS }, lanes) => {
  if (lanes.numbers !== "shorts") return undefined;
  return twoMinimaSimd(LANES, (least) => {
    const scaled = SCALE === 256 ? least : binary("i16x8.q15mulr_sat_s", least, shorts(SCALE << 7));
    const less = OFFSET_STEPS === 0 ? scaled : binary("i16x8.sub_sat_u", scaled, shorts(OFFSET_STEPS));
    return binary("i16x8.min_s", less, shorts(INT12.message));
  });
};
