import { i32 } from "../../../../src/wgsl-cpu/wasm/i32.ts";
import { binary, shift, words } from "../../../../src/wgsl-cpu/wasm/simd.ts";
import type { SimdLanes } from "./lanes.ts";

export const f32Simd: SimdLanes = {
  interleave: 1,
  numbers: "f32",
  unpack: (f, lanes) => [f.vector(lanes)],
  difference: (f, posterior, message) => [f.vector(binary("f32x4.sub", posterior, message))],
  message: (_, [outgoing]) => outgoing,
  total: (_, [difference], __, message) => binary("f32x4.add", difference, message),
  signWords: ([numbers]) => numbers,
  signsFrom: (_, lanes) => [lanes],
  counted(before, message) {
    const changed = shift("i32x4.shr_s", binary("v128.xor", before, message), i32(31));
    const count = binary("i32x4.sub", binary("v128.and", before, words(0x7fffffff)), changed);
    return binary("v128.or", binary("i32x4.min_u", count, words(0x7fffffff)), this.signBits(message));
  },
  signBits: (lanes) => binary("v128.and", lanes, words(0x80000000)),
};
