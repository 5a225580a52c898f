import type { Lanes } from "./lanes.ts";

export const int8Wide: Lanes = {
  name: "binary/formats/int8-wide",
  interleave: 4,
};
