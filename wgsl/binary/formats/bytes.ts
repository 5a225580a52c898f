import type { Part } from "../../../src/gpu/part.ts";

export const bytesPart: Part = {
  name: "binary/formats/bytes",
  intrinsics: {
    byte_mask: ["i8x16.lt_s", "x", 0],
    // Equal a and b of several calls share a ^ b.
    choose: ["v128.xor", "b", ["v128.and", "mask", ["v128.xor", "a", "b"]]],
    bytes_magnitude: ["i8x16.abs", "x"],
    bytes_negated_where: ["i8x16.sub", ["v128.xor", "x", "mask"], "mask"],
    bytes_less: ["i8x16.lt_s", "a", "b"],
    bytes_distance: ["i8x16.abs", ["i8x16.max_s", ["i8x16.sub_sat_s", "a", "b"], 0x81818181]],
    magnitudes_least: ["i8x16.min_u", "a", "b"],
    magnitudes_greatest: ["i8x16.max_u", "a", "b"],
    magnitudes_reduced: ["i8x16.sub_sat_u", "a", "by"],
    choose_if_equal: ["v128.xor", "no", ["v128.and", ["i8x16.eq", "a", "b"], ["v128.xor", "yes", "no"]]],
    magnitudes_scaled: [
      "v128.or",
      ["i16x8.q15mulr_sat_s", ["v128.and", "m", 0x00ff00ff], ["i16x8.shl", "scale", 7]],
      ["i16x8.shl", ["i16x8.q15mulr_sat_s", ["i16x8.shr_u", "m", 8], ["i16x8.shl", "scale", 7]], 8],
    ],
  },
};
