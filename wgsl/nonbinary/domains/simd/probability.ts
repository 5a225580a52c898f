import { exp } from "../../../../src/wasm/numeric.ts";
import { binary, floats, unary } from "../../../../src/wasm/simd.ts";
import { LARGEST_LLR, LEAST_PRODUCT } from "../limits.ts";
import type { SimdDomain } from "./domain.ts";

export const simdProbability: SimdDomain = {
  channelValue: (f, llr) => exp(f, unary("f32x4.neg", binary("f32x4.pmin", llr, floats(LARGEST_LLR)))),
  together: (a, b) => binary("f32x4.pmax", binary("f32x4.mul", a, b), floats(LEAST_PRODUCT)),
  without: (all, part) => binary("f32x4.div", all, part),
  isLikelier: (a, b) => binary("f32x4.gt", a, b),
  likelier: (a, b) => binary("f32x4.pmax", b, a),
};
