import { ASSIGNED_FIRST, type Intrinsics } from "../src/wgsl-cpu/intrinsic.ts";

/**
 * Instructions of WebAssembly SIMD that have the values of a part's functions on a CPU, by the part's name. A kernel that imports a part with
 * an array `ASSIGNED_FIRST` assigns each element before it reads the element, so that the array is not zeroed.
 */
export const intrinsicsOfParts: Readonly<Record<string, Intrinsics>> = {
  "binary/formats/bytes": {
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
  "binary/posterior/sum-of-bytes": {
    even_bytes: ["i16x8.shr_s", ["i16x8.shl", "x", 8], 8],
    odd_bytes: ["i16x8.shr_s", "x", 8],
  },
  "binary/rules/min-sum-int8": {
    magnitude_changed: ["i8x16.add_sat_s", "magnitude", "change"],
    signed: ["i8x16.sub", ["v128.xor", "change", "negative"], "negative"],
    bounded: ["i8x16.min_u", "magnitude", 0x1f1f1f1f],
  },
  "common/any-lane": { any_lane: ["v128.any_true", "bits"] },
  "common/arithmetic/shorts": {
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
  "common/random/philox": {
    multiply_high_0: ["i32x4.mul_high_u", "a", 0xd2511f53],
    multiply_high_1: ["i32x4.mul_high_u", "a", 0xcd9e8d57],
  },
  "nonbinary/check-node/normalised-vectors": { Vector: ASSIGNED_FIRST },
  "nonbinary/rules/trellis/trellis-min-max": {
    Words: ASSIGNED_FIRST,
    Values: ASSIGNED_FIRST,
    Numbers: ASSIGNED_FIRST,
    Leasts: ASSIGNED_FIRST,
    OfEdges: ASSIGNED_FIRST,
  },
  "quantum/pairs": {
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
