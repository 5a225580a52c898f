import { INT12 } from "./int12-bounds.ts";
import type { Lanes } from "./lanes.ts";

/** int12 in eight lanes of 16 bits, in which a CPU computes. */
export const int12Shorts: Lanes = {
  name: "binary/formats/int12-shorts",
  interleave: 2,
  steps: INT12,
};
