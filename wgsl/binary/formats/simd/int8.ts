import type { V128 } from "../../../../src/wasm/code.ts";
import { i32 } from "../../../../src/wasm/i32.ts";
import { binary, bytes, constant, floats, shift, splat, unary } from "../../../../src/wasm/simd.ts";
import type { SimdLanes } from "./lanes.ts";

/** Saturating operations have the bound −128, the format −127. */
const bounded = (lanes: V128) => binary("i8x16.max_s", lanes, bytes(0x81));

const LANES = Array.from({ length: 16 }, (_, lane) => lane);

export const int8Simd: SimdLanes = {
  interleave: 4,
  view: (words) => new Int8Array(words.buffer, words.byteOffset, 4 * words.length),
  certain: 127,
  numbers: "bytes",
  unpack: (f, lanes) => [f.vector(lanes)],
  difference: (f, posterior, message) => [f.vector(bounded(binary("i8x16.sub_sat_s", posterior, message)))],
  message: (_, [outgoing]) => outgoing,
  total: (_, [difference], __, message) => bounded(binary("i8x16.add_sat_s", difference, message)),
  signWords: ([numbers]) => numbers,
  signsFrom: (_, lanes) => [lanes],
  channel(f, llrs, { STEPS_PER_LLR_BITS, CLIP }) {
    const stepsPerLlr = new Float32Array(Uint32Array.of(STEPS_PER_LLR_BITS).buffer)[0];
    const steps = llrs.map((llr) => {
      const own = f.vector(llr);
      const scaled = binary("f32x4.mul", unary("f32x4.abs", own), floats(stepsPerLlr));
      // To the nearest step, ties away from zero: a half is added before the fraction is truncated.
      const nearest = binary("f32x4.pmin", floats(CLIP), binary("f32x4.add", scaled, floats(0.5)));
      const negative = f.vector(shift("i32x4.shr_s", own, i32(31)));
      const magnitude = unary("i32x4.trunc_sat_f32x4_s", nearest);
      return f.vector(binary("i32x4.sub", binary("v128.xor", magnitude, negative), negative));
    });
    const [a, b, c, d] = steps;
    const halves = [a, c].map((first, i) => binary("i16x8.narrow_i32x4_s", first, [b, d][i]));
    return binary("i8x16.narrow_i16x8_s", halves[0], halves[1]);
  },
  channelMaximum: ({ CLIP }) => CLIP,
  spread(bits) {
    const own = binary("i8x16.swizzle", splat("i32x4.splat", bits), constant(Uint8Array.from(LANES, (l) => l >> 3)));
    const bitOf = constant(Uint8Array.from(LANES, (l) => 1 << (l & 7)));
    return binary("i8x16.eq", binary("v128.and", own, bitOf), bitOf);
  },
  counted(before, message) {
    const changed = binary("i8x16.lt_s", binary("v128.xor", before, message), bytes(0));
    const count = binary("i8x16.sub", binary("v128.and", before, bytes(127)), changed);
    return binary("v128.or", binary("i8x16.min_u", count, bytes(127)), this.signBits(message));
  },
  signBits: (lanes) => binary("v128.and", lanes, bytes(128)),
  negative: (lanes) => binary("i8x16.lt_s", lanes, bytes(0)),
  countUp: (counts, ones) => binary("i8x16.sub", counts, ones),
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
