import type { V128 } from "../../../../src/wgsl-cpu/wasm/code.ts";
import { i32 } from "../../../../src/wgsl-cpu/wasm/i32.ts";
import { binary, bytes, shift, unary, words } from "../../../../src/wgsl-cpu/wasm/simd.ts";
import { simdRule } from "./check-node.ts";

const magnitudeOf = (t: V128) => unary("i8x16.abs", t);

/** Min-sum on int8 lanes. */
export const minSumInt8Simd = simdRule(["SCALE", "OFFSET_STEPS"], ({ SCALE, OFFSET_STEPS }, lanes) => {
  if (lanes.numbers !== "bytes") return undefined;
  const outgoing = (least: V128) => {
    const scaled = SCALE === 256 ? least : scaledBytes(least, SCALE);
    const less = OFFSET_STEPS === 0 ? scaled : binary("i8x16.sub_sat_u", scaled, bytes(OFFSET_STEPS));
    return binary("i8x16.min_u", less, bytes(31));
  };
  return (f, edges, syndrome) => {
    const least = f.vector(bytes(127));
    const second = f.vector(bytes(127));
    const signs = f.vector(syndrome ?? bytes(0));
    const magnitude = f.local("v128");
    for (const t of edges) {
      f.set(magnitude, magnitudeOf(t));
      f.set(second, binary("i8x16.min_u", second, binary("i8x16.max_u", least, magnitude)));
      f.set(least, binary("i8x16.min_u", least, magnitude));
      f.set(signs, binary("v128.xor", signs, t));
    }
    const leastOut = f.vector(outgoing(least));
    const change = f.vector(binary("v128.xor", leastOut, outgoing(second)));
    return (edge) => {
      const isLeast = binary("i8x16.eq", magnitudeOf(edges[edge]), least);
      const out = binary("v128.xor", leastOut, binary("v128.and", isLeast, change));
      // All ones in negative lanes: −x is the complement of x minus −1.
      const negative = f.vector(binary("i8x16.lt_s", binary("v128.xor", signs, edges[edge]), bytes(0)));
      return binary("i8x16.sub", binary("v128.xor", out, negative), negative);
    };
  };
});

/** (x·scale + 128) >> 8 for bytes x: a rounding product with scale/256 in 15 fractional bits, for even and odd bytes apart. */
function scaledBytes(x: V128, scale: number): V128 {
  const factor = words((scale << 7) * 0x10001);
  const even = binary("i16x8.q15mulr_sat_s", binary("v128.and", x, words(0x00ff00ff)), factor);
  const odd = binary("i16x8.q15mulr_sat_s", shift("i16x8.shr_u", x, i32(8)), factor);
  return binary("v128.or", even, shift("i16x8.shl", odd, i32(8)));
}
