import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import type { Part } from "../../../src/gpu/part.ts";
import { boundPart, LLR_BOUND } from "../../common/bound.ts";
import type { CheckNode, CheckNodeTwin } from "../check-node/check-node.ts";
import { twoMinima, twoMinimaPart } from "../check-node/two-minima.ts";
import { minSumSimd } from "./simd/min-sum.ts";

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

export const minSum: Part<CheckNodeTwin> = {
  name: "binary/rules/min-sum",
  wgsl: new URL("./min-sum.wgsl", import.meta.url),
  imports: [boundPart, twoMinimaPart],
  twin,
  simd: minSumSimd,
};

function twin({ SCALE_BITS, OFFSET_BITS }: KernelConstants): CheckNode {
  const [scale, offset] = new Float32Array(Uint32Array.of(SCALE_BITS, OFFSET_BITS).buffer);
  return twoMinima(Math.fround(3e38), (least) => {
    let magnitude = Math.min(least, LLR_BOUND);
    if (scale !== 1) {
      float[0] = magnitude;
      bits[0] &= 0xfffff000;
      magnitude = float[0] * scale;
    }
    return offset === 0 ? magnitude : Math.max(Math.fround(magnitude - offset), 0);
  });
}
