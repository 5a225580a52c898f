import type { V128 } from "../../../../src/wasm/code.ts";
import { binary, bytes, mask, unary } from "../../../../src/wasm/simd.ts";
import type { SimdLanes } from "./lanes.ts";

/** Saturating operations end at −128, the format at −127. */
const bounded = (lanes: V128) => binary("i8x16.max_s", lanes, bytes(0x81));

export const int8Simd: SimdLanes = {
  interleave: 4,
  difference: (posterior, message) => bounded(binary("i8x16.sub_sat_s", posterior, message)),
  total: (difference, message) => bounded(binary("i8x16.add_sat_s", difference, message)),
  signs: (lanes) => mask("i8x16.bitmask", lanes),
  sum(f, first) {
    const start = f.vector(first);
    const low = f.vector(unary("i16x8.extend_low_i8x16_s", start));
    const high = f.vector(unary("i16x8.extend_high_i8x16_s", start));
    const next = f.local("v128");
    return {
      add(message) {
        f.set(next, message);
        f.set(low, binary("i16x8.add", low, unary("i16x8.extend_low_i8x16_s", next)));
        f.set(high, binary("i16x8.add", high, unary("i16x8.extend_high_i8x16_s", next)));
      },
      total: () => bounded(binary("i8x16.narrow_i16x8_s", low, high)),
    };
  },
};
