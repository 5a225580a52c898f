import { binary, mask } from "../../../../src/wasm/simd.ts";
import type { SimdLanes } from "./lanes.ts";

export const f32Simd: SimdLanes = {
  interleave: 1,
  difference: (posterior, message) => binary("f32x4.sub", posterior, message),
  total: (difference, message) => binary("f32x4.add", difference, message),
  signs: (lanes) => mask("i32x4.bitmask", lanes),
  sum(f, first) {
    const sum = f.vector(first);
    return {
      add: (message) => f.set(sum, binary("f32x4.add", sum, message)),
      total: () => sum,
    };
  },
};
