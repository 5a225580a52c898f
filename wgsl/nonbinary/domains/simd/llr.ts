import { binary } from "../../../../src/wasm/simd.ts";
import type { SimdDomain } from "./domain.ts";

export const simdLlr: SimdDomain = {
  channelValue: (_, llr) => llr,
  together: (a, b) => binary("f32x4.add", a, b),
  without: (all, part) => binary("f32x4.sub", all, part),
  isLikelier: (a, b) => binary("f32x4.lt", a, b),
  likelier: (a, b) => binary("f32x4.pmin", b, a),
};
