import type { V128 } from "../../../../src/wgsl-cpu/wasm/code.ts";
import type { FunctionBuilder, Local } from "../../../../src/wgsl-cpu/wasm/function.ts";
import { i32 } from "../../../../src/wgsl-cpu/wasm/i32.ts";
import { binary, clampFloats, floats, shift, words } from "../../../../src/wgsl-cpu/wasm/simd.ts";
import type { SimdLanes } from "./lanes.ts";

/** Difference between the exponents of f32 and f16, at the position of f32's. */
const EXPONENTS_APART = 0x38000000;
const SMALLEST_NORMAL = 0x38800000;
const SIGN = 0x80000000;

/** Clips a posterior to its bounds. */
const bounded = (sum: V128) => clampFloats(sum, -32768, 32768);

const stored = (f: FunctionBuilder, numbers: readonly V128[]) =>
  binary("v128.or", inLowHalf(halfBits(f, numbers[0])), inHighHalf(halfBits(f, numbers[1])));

/** f16 numbers, two frames to a word. Rules compute in f32, with the even frames and the odd frames apart. */
export const f16Simd: SimdLanes = {
  interleave: 2,
  numbers: "f32",
  unpack,
  difference(f, posterior, message) {
    const before = unpack(f, posterior);
    return unpack(f, message).map((each, part) => f.vector(binary("f32x4.sub", before[part], each)));
  },
  message: stored,
  total(f, difference, _, message) {
    const numbers = unpack(f, message);
    return stored(
      f,
      difference.map((t, part) => bounded(binary("f32x4.add", t, numbers[part]))),
    );
  },
  signWords: ([even, odd]) =>
    binary(
      "v128.or",
      shift("i32x4.shr_u", binary("v128.and", even, words(SIGN)), i32(16)),
      binary("v128.and", odd, words(SIGN)),
    ),
  signsFrom: (f, lanes) => {
    const own = f.vector(lanes);
    return [f.vector(shift("i32x4.shl", own, i32(16))), own];
  },
  counted(before, message) {
    const changed = shift("i16x8.shr_s", binary("v128.xor", before, message), i32(15));
    const most = words(0x7fff7fff);
    const count = binary("i16x8.min_u", binary("i16x8.sub", binary("v128.and", before, most), changed), most);
    return binary("v128.or", count, this.signBits(message));
  },
  signBits: (lanes) => binary("v128.and", lanes, words(0x80008000)),
  sum(f, first) {
    const sums = unpack(f, first);
    return {
      add(message) {
        const numbers = unpack(f, message);
        for (const [part, sum] of sums.entries()) f.set(sum, binary("f32x4.add", sum, numbers[part]));
      },
      total: () => stored(f, sums.map(bounded)),
    };
  },
};

/** The even and the odd f16 numbers of words as f32 numbers. A product corrects the exponents and keeps 0. */
function unpack(f: FunctionBuilder, lanes: V128): readonly [Local<"v128">, Local<"v128">] {
  const own = f.vector(lanes);
  const numbers = [shift("i32x4.shl", own, i32(16)), own].map((half) => {
    const bits = binary("v128.and", shift("i32x4.shr_s", half, i32(3)), words(0x8fffe000));
    return f.vector(binary("f32x4.mul", bits, floats(2 ** 112)));
  });
  return [numbers[0], numbers[1]];
}

/** The sign of a number, and bits 13 to 27: the bits of its f16 form without the sign. */
interface HalfBits {
  readonly bits: V128;
  readonly number: Local<"v128">;
}

/** Rounds to the nearest f16 number, ties to even. Numbers below the least normal one become 0. */
function halfBits(f: FunctionBuilder, value: V128): HalfBits {
  const number = f.vector(value);
  const magnitude = f.vector(binary("v128.and", number, words(0x7fffffff)));
  const less = (bits: V128) => binary("i32x4.sub", bits, words(EXPONENTS_APART));
  const even = binary("v128.and", shift("i32x4.shr_u", magnitude, i32(13)), words(1));
  const rounded = binary("i32x4.add", binary("i32x4.add", magnitude, words(0xfff)), even);
  const isNormal = binary("i32x4.gt_s", magnitude, words(SMALLEST_NORMAL - 1));
  return { number, bits: f.vector(binary("v128.and", less(rounded), isNormal)) };
}

function inLowHalf({ bits, number }: HalfBits): V128 {
  const sign = shift("i32x4.shr_u", binary("v128.and", number, words(SIGN)), i32(16));
  return binary("v128.or", shift("i32x4.shr_u", bits, i32(13)), sign);
}

function inHighHalf({ bits, number }: HalfBits): V128 {
  const half = binary("v128.and", shift("i32x4.shl", bits, i32(3)), words(0xffff0000));
  return binary("v128.or", half, binary("v128.and", number, words(SIGN)));
}
