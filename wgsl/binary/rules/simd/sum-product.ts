import { binary, floats } from "../../../../src/wasm/simd.ts";
import { f32Simd } from "../../formats/simd/f32.ts";
import type { SimdRule } from "./check-node.ts";
import { simdMagnitude, simdPhi, simdPhiOfSum, simdSigned } from "./phi.ts";

/** Of f32 lanes: sums in f32 as in sum-product.wgsl, equal within a tolerance; twin: sum-product.ts. Edges are asked for from the last on. */
export const sumProductSimd: SimdRule = ({ BOUND_BITS }, lanes) => {
  if (lanes !== f32Simd) return undefined;
  const bound = new Float32Array(Uint32Array.of(BOUND_BITS).buffer)[0];
  return (f, edges, syndrome) => {
    const sum = f.vector(floats(0));
    const signs = f.vector(syndrome ?? floats(0));
    const terms = edges.map((t) => {
      const before = f.vector(sum);
      const own = simdPhi(f, simdMagnitude(f, t));
      f.set(sum, binary("f32x4.add", sum, own));
      f.set(signs, binary("v128.xor", signs, t));
      return { before, own };
    });
    f.set(sum, floats(0));
    return (edge) => {
      const { before, own } = terms[edge];
      const others = f.vector(binary("f32x4.add", before, sum));
      f.set(sum, binary("f32x4.add", sum, own));
      const magnitude = binary("f32x4.pmin", simdPhiOfSum(f, others), floats(bound));
      return simdSigned(magnitude, binary("v128.xor", signs, edges[edge]));
    };
  };
};
