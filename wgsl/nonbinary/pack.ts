import type { Kernel } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { runPart } from "../common/run.ts";

/** Channel LLRs in the form of a decoder with a frame-interleaved layout, and the first messages to the checks. */
export const packSymbols: Kernel = {
  name: "nonbinary/pack",
  wgsl: new URL("./pack.wgsl", import.meta.url),
  imports: [runPart],
  workgroupBytes: ({ Q, DIRECT }) => (DIRECT === 1 ? 0 : 4 * (WORKGROUP_SIZE + 1) * Math.min(Q, 32)),
};
