import { i32 } from "../../../../src/wasm/i32.ts";
import { binary, shift, words } from "../../../../src/wasm/simd.ts";
import { LLR_BOUND } from "../../../common/bound.ts";
import { type SimdLanes, spreadWords } from "./lanes.ts";

export const f32Simd: SimdLanes = {
  interleave: 1,
  view: (words) => new Float32Array(words.buffer, words.byteOffset, words.length),
  certain: LLR_BOUND,
  numbers: "f32",
  unpack: (f, lanes) => [f.vector(lanes)],
  difference: (f, posterior, message) => [f.vector(binary("f32x4.sub", posterior, message))],
  message: (_, [outgoing]) => outgoing,
  total: (_, [difference], __, message) => binary("f32x4.add", difference, message),
  signWords: ([numbers]) => numbers,
  signsFrom: (_, lanes) => [lanes],
  channel: (_, [llrs]) => llrs,
  channelMaximum: () => Number.POSITIVE_INFINITY,
  spread: spreadWords,
  counted(before, message) {
    const changed = shift("i32x4.shr_s", binary("v128.xor", before, message), i32(31));
    const count = binary("i32x4.sub", binary("v128.and", before, words(0x7fffffff)), changed);
    return binary("v128.or", binary("i32x4.min_u", count, words(0x7fffffff)), this.signBits(message));
  },
  signBits: (lanes) => binary("v128.and", lanes, words(0x80000000)),
  negative: (lanes) => shift("i32x4.shr_s", lanes, i32(31)),
  countUp: (counts, ones) => binary("i32x4.sub", counts, ones),
  sum(f, first) {
    const sum = f.vector(first);
    return {
      add: (message) => f.set(sum, binary("f32x4.add", sum, message)),
      total: () => sum,
    };
  },
};
