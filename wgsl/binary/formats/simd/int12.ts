import { binary, clampFloats, floats, unary, words } from "../../../../src/wasm/simd.ts";
import { CHANNEL_BOUND, INT12_STEPS, POSTERIOR_BOUND } from "../int12-bounds.ts";
import { halvesSimd } from "./halves.ts";

export const int12Simd = halvesSimd({
  areWhole: true,
  bounded: (sum) => clampFloats(sum, -POSTERIOR_BOUND, POSTERIOR_BOUND),
  channel(f, llr) {
    const scaled = binary("f32x4.mul", unary("f32x4.abs", llr), floats(INT12_STEPS));
    // To the nearest step, ties away from zero. A 0 has no sign.
    const nearest = unary("f32x4.floor", binary("f32x4.add", scaled, floats(0.5)));
    const steps = f.vector(binary("f32x4.pmin", floats(CHANNEL_BOUND), nearest));
    const sign = binary("v128.and", binary("v128.and", llr, words(0x80000000)), binary("f32x4.gt", steps, floats(0)));
    return binary("v128.xor", steps, sign);
  },
  channelMaximum: CHANNEL_BOUND,
  // POSTERIOR_BOUND.
  certain: 0x6600,
});
