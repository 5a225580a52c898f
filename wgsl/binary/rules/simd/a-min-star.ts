import { binary, floats, select } from "../../../../src/wgsl-cpu/wasm/simd.ts";
import { LARGEST_LLR } from "../../check-node/phi.ts";
import { simdRule } from "./check-node.ts";
import { simdMagnitude, simdPhi, simdPhiOfSum, simdSigned } from "./phi.ts";

/** A-Min* on f32 lanes. Sums are in f32 as in a-min-star.wgsl, and results are equal within a tolerance. */
export const aMinStarSimd = simdRule([], (_, lanes) => {
  if (lanes.numbers !== "f32") return undefined;
  return (f, edges, syndrome) => {
    const least = f.vector(floats(LARGEST_LLR));
    const sum = f.vector(floats(0));
    const signs = f.vector(syndrome ?? floats(0));
    const magnitudes = edges.map((t) => {
      const magnitude = simdMagnitude(f, t);
      // The sum has all magnitudes so far but the least, which waits for a lesser one.
      f.set(sum, binary("f32x4.add", sum, simdPhi(f, binary("f32x4.pmax", least, magnitude))));
      f.set(least, binary("f32x4.pmin", least, magnitude));
      f.set(signs, binary("v128.xor", signs, t));
      return magnitude;
    });
    const all = simdPhiOfSum(f, f.vector(binary("f32x4.add", sum, simdPhi(f, least))));
    const others = simdPhiOfSum(f, sum);
    return (edge) => {
      const isLeast = f.vector(binary("f32x4.eq", magnitudes[edge], least));
      return simdSigned(select(others, all, isLeast), binary("v128.xor", signs, edges[edge]));
    };
  };
});
