import type { V128 } from "../../../../src/wasm/code.ts";
import { binary, floats, unary, words } from "../../../../src/wasm/simd.ts";
import { INT12 } from "../int12-bounds.ts";
import { SHORT_LANES } from "./halves.ts";
import type { SimdLanes } from "./lanes.ts";

/** The constant of eight equal lanes. */
const shorts = (value: number) => words((value & 0xffff) * 0x10001);

/** Lanes within −bound … bound. */
function cut(lanes: V128, bound: number): V128 {
  return binary("i16x8.max_s", shorts(-bound), binary("i16x8.min_s", shorts(bound), lanes));
}

export const int12Simd: SimdLanes = {
  ...SHORT_LANES,
  view: (words) => new Int16Array(words.buffer, words.byteOffset, 2 * words.length),
  certain: INT12.posterior,
  numbers: "shorts",
  unpack: (f, lanes) => [f.vector(lanes)],
  difference: (f, posterior, message) => [f.vector(binary("i16x8.sub", posterior, message))],
  message: (_, [outgoing]) => outgoing,
  total: (_, [difference], __, message) => cut(binary("i16x8.add", difference, message), INT12.posterior),
  signWords: ([numbers]) => numbers,
  signsFrom: (_, lanes) => [lanes],
  channel(f, llrs) {
    const [first, second] = llrs.map((llr) => {
      const scaled = f.vector(binary("f32x4.mul", llr, floats(INT12.perLlr)));
      // To the nearest step, ties away from zero: a half of the same sign is added before the fraction is truncated.
      const sign = binary("v128.and", scaled, words(0x80000000));
      const nearest = binary("f32x4.add", scaled, binary("v128.or", sign, floats(0.5)));
      return unary("i32x4.trunc_sat_f32x4_s", nearest);
    });
    return cut(binary("i16x8.narrow_i32x4_s", first, second), INT12.channel);
  },
  channelMaximum: () => INT12.channel,
  sum(f, first) {
    const start = f.vector(first);
    const low = f.vector(unary("i32x4.extend_low_i16x8_s", start));
    const high = f.vector(unary("i32x4.extend_high_i16x8_s", start));
    const next = f.local("v128");
    return {
      add(message) {
        f.set(next, message);
        f.set(low, binary("i32x4.add", low, unary("i32x4.extend_low_i16x8_s", next)));
        f.set(high, binary("i32x4.add", high, unary("i32x4.extend_high_i16x8_s", next)));
      },
      total: () => cut(binary("i16x8.narrow_i32x4_s", low, high), INT12.posterior),
    };
  },
};
