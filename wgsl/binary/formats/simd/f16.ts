import type { V128 } from "../../../../src/wasm/code.ts";
import { clampFloats } from "../../../../src/wasm/simd.ts";
import { halvesSimd } from "./halves.ts";

const bounded = (sum: V128) => clampFloats(sum, -32768, 32768);

export const f16Simd = halvesSimd({
  bounded,
  channel: (_, llr) => bounded(llr),
  channelMaximum: Number.POSITIVE_INFINITY,
  // 2¹⁵.
  certain: 0x7800,
});
