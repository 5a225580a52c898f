import type { V128 } from "../../../../src/wasm/code.ts";
import { binary, floats, unary } from "../../../../src/wasm/simd.ts";
import { DIFFERENCE_BOUND, MESSAGE_BOUND } from "../../formats/int12-bounds.ts";
import type { SimdRule } from "./check-node.ts";
import { floatMinima } from "./min-sum.ts";
import { twoMinimaSimd } from "./two-minima.ts";

/** Min-sum of whole numbers in f32 lanes. */
export const minSumInt12Simd: SimdRule = ({ SCALE, OFFSET_STEPS }, lanes) => {
  if (lanes.numbers !== "f32") return undefined;
  return twoMinimaSimd(floatMinima(DIFFERENCE_BOUND), (least) => {
    let magnitude: V128 = least;
    if (SCALE !== 256) {
      const scaled = binary("f32x4.mul", magnitude, floats(SCALE / 256));
      magnitude = unary("f32x4.floor", binary("f32x4.add", scaled, floats(0.5)));
    }
    if (OFFSET_STEPS !== 0) {
      magnitude = binary("f32x4.pmax", floats(0), binary("f32x4.sub", magnitude, floats(OFFSET_STEPS)));
    }
    return binary("f32x4.pmin", floats(MESSAGE_BOUND), magnitude);
  });
};
