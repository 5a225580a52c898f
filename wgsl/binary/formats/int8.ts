import { boundPart } from "../../common/bound.ts";
import { bytesPart } from "./bytes.ts";
import type { Lanes } from "./lanes.ts";
import { int8Simd } from "./simd/int8.ts";

export const int8: Lanes = {
  name: "binary/formats/int8",
  wgsl: new URL("./int8.wgsl", import.meta.url),
  imports: [bytesPart, boundPart],
  interleave: 4,
  simd: int8Simd,
};
