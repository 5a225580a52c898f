import { shortsPart } from "../../common/arithmetic/shorts.ts";
import { boundPart } from "../../common/bound.ts";
import { INT12 } from "./int12-bounds.ts";
import type { Lanes } from "./lanes.ts";

/** int12 in eight lanes of 16 bits, in which a CPU computes. */
export const int12Shorts: Lanes = {
  name: "binary/formats/int12-shorts",
  wgsl: new URL("./int12-shorts.wgsl", import.meta.url),
  imports: [boundPart, shortsPart],
  interleave: 2,
  steps: INT12,
};
