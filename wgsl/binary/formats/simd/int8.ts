import type { V128 } from "../../../../src/wgsl-cpu/wasm/code.ts";
import { binary, bytes, unary } from "../../../../src/wgsl-cpu/wasm/simd.ts";
import type { SimdLanes } from "./lanes.ts";

/** Saturating operations have the bound −128, the format −127. */
const bounded = (lanes: V128) => binary("i8x16.max_s", lanes, bytes(0x81));

export const int8Simd: SimdLanes = {
  interleave: 4,
  numbers: "bytes",
  unpack: (f, lanes) => [f.vector(lanes)],
  difference: (f, posterior, message) => [f.vector(bounded(binary("i8x16.sub_sat_s", posterior, message)))],
  message: (_, [outgoing]) => outgoing,
  total: (_, [difference], __, message) => bounded(binary("i8x16.add_sat_s", difference, message)),
  signWords: ([numbers]) => numbers,
  signsFrom: (_, lanes) => [lanes],
  counted(before, message) {
    const changed = binary("i8x16.lt_s", binary("v128.xor", before, message), bytes(0));
    const count = binary("i8x16.sub", binary("v128.and", before, bytes(127)), changed);
    return binary("v128.or", binary("i8x16.min_u", count, bytes(127)), this.signBits(message));
  },
  signBits: (lanes) => binary("v128.and", lanes, bytes(128)),
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
