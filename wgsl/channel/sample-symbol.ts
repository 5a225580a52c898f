import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { aliasSamplePart } from "./alias-sample.ts";

/** Symbols over a channel that adds an error symbol: the q-ary symmetric channel. */
export const sampleSymbol: Kernel = {
  name: "channel/sample-symbol",
  wgsl: new URL("./sample-symbol.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, aliasSamplePart],
};
