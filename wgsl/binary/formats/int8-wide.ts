import type { Lanes } from "./lanes.ts";

export const int8Wide: Lanes = {
  name: "binary/formats/int8-wide",
  wgsl: new URL("./int8-wide.wgsl", import.meta.url),
  imports: [],
  interleave: 4,
};
