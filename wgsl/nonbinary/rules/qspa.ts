import type { Kernel } from "../../../src/gpu/kernel.ts";
import { slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { normalisedVectorsPart } from "../check-node/normalised-vectors.ts";

/** q-ary sum-product check nodes by Walsh-Hadamard transforms. */
export const checkQspaFrames: Kernel = {
  name: "nonbinary/rules/qspa",
  wgsl: new URL("./qspa.wgsl", import.meta.url),
  imports: [runPart, slotsPart, normalisedVectorsPart],
};
