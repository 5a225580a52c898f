import type { V128 } from "../../../../src/wasm/code.ts";
import { binary, floats } from "../../../../src/wasm/simd.ts";
import { halvesSimd } from "./halves.ts";

const bounded = (sum: V128) => binary("f32x4.pmin", floats(32768), binary("f32x4.pmax", floats(-32768), sum));

export const f16Simd = halvesSimd({
  areWhole: false,
  bounded,
  channel: (_, llr) => bounded(llr),
  channelMaximum: Number.POSITIVE_INFINITY,
});
