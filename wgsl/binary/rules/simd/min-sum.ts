import type { V128 } from "../../../../src/wasm/code.ts";
import { binary, floats, unary, words } from "../../../../src/wasm/simd.ts";
import { LLR_BOUND } from "../../../common/bound.ts";
import type { SimdRule } from "./check-node.ts";
import { simdSigned } from "./phi.ts";
import { type MinimaLanes, twoMinimaSimd } from "./two-minima.ts";

const LANES: MinimaLanes = {
  largest: floats(3e38),
  magnitude: (t) => unary("f32x4.abs", t),
  least: (a, b) => binary("f32x4.pmin", a, b),
  greatest: (a, b) => binary("f32x4.pmax", a, b),
  equal: (a, b) => binary("f32x4.eq", a, b),
  signed: (_, magnitude, signs) => simdSigned(magnitude, signs),
};

/** Min-sum on f32 lanes. */
export const minSumSimd: SimdRule = ({ SCALE_BITS, OFFSET_BITS }, lanes) => {
  if (lanes.numbers !== "f32") return undefined;
  const [scale, offset] = new Float32Array(Uint32Array.of(SCALE_BITS, OFFSET_BITS).buffer);
  return twoMinimaSimd(LANES, (least) => {
    let magnitude: V128 = binary("f32x4.pmin", least, floats(LLR_BOUND));
    // The product of 12 significant bits with a scale of 12 bits is exact.
    if (scale !== 1) magnitude = binary("f32x4.mul", binary("v128.and", magnitude, words(0xfffff000)), floats(scale));
    if (offset === 0) return magnitude;
    return binary("f32x4.pmax", floats(0), binary("f32x4.sub", magnitude, floats(offset)));
  });
};
