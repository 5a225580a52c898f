import type { Lanes } from "./lanes.ts";
import { numbersPart } from "./numbers.ts";

export const int8Wide: Lanes = {
  name: "binary/formats/int8-wide",
  wgsl: new URL("./int8-wide.wgsl", import.meta.url),
  imports: [numbersPart],
  interleave: 4,
};
