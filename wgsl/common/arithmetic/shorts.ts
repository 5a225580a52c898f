import type { Part } from "../../../src/gpu/part.ts";

export const shortsPart: Part = {
  name: "common/arithmetic/shorts",
  intrinsics: {
    shorts_sum: ["i16x8.add", "a", "b"],
    shorts_difference: ["i16x8.sub", "a", "b"],
    shorts_least: ["i16x8.min_s", "a", "b"],
    shorts_greatest: ["i16x8.max_s", "a", "b"],
    shorts_magnitude: ["i16x8.abs", "x"],
    shorts_reduced: ["i16x8.sub_sat_u", "a", "b"],
    shorts_less: ["i16x8.lt_s", "a", "b"],
    shorts_equal: ["i16x8.eq", "a", "b"],
    shorts_product: ["i16x8.mul", "a", "b"],
    shorts_quarter: ["i16x8.shr_s", "x", 2],
    shorts_sixteenth: ["i16x8.shr_s", "x", 4],
    shorts_mask: ["i16x8.shr_s", "x", 15],
    // Equal choices of several calls share yes ^ no.
    shorts_choose_if_equal: ["v128.xor", "no", ["v128.and", ["i16x8.eq", "a", "b"], ["v128.xor", "yes", "no"]]],
    shorts_scaled: ["i16x8.q15mulr_sat_s", "m", ["i16x8.shl", "scale", 7]],
  },
};
