import type { Part } from "../../src/gpu/part.ts";

export const pairsPart: Part = {
  name: "quantum/pairs",
  intrinsics: {
    pairs_add: ["i16x8.add", "a", "b"],
    pairs_sub: ["i16x8.sub", "a", "b"],
    pairs_negative: ["i16x8.shr_s", "x", 15],
    pairs_negated_where: ["i16x8.sub", ["v128.xor", "x", "mask"], "mask"],
    pairs_magnitude: ["i16x8.abs", "x"],
    pairs_least: ["i16x8.min_s", "a", "b"],
    pairs_greatest: ["i16x8.max_s", "a", "b"],
    pairs_if_equal: ["v128.xor", "no", ["v128.and", ["i16x8.eq", "a", "b"], ["v128.xor", "yes", "no"]]],
    pairs_choose: ["v128.xor", "b", ["v128.and", "mask", ["v128.xor", "a", "b"]]],
    pairs_clamped: ["i16x8.max_s", ["i16x8.min_s", "x", "bound"], "minus"],
    pairs_share: ["i16x8.q15mulr_sat_s", ["i16x8.shl", "gamma", 4], ["i16x8.shl", "d", 5]],
    pairs_scaled: ["i16x8.q15mulr_sat_s", "m", "scale"],
  },
};
