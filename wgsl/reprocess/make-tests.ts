import type { Kernel } from "../../src/gpu/kernel.ts";
import { boundPart } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { testTreePart } from "./test-tree.ts";

/** The decoder's input for each test of a stage. */
export const makeTests: Kernel = {
  name: "reprocess/make-tests",
  wgsl: new URL("./make-tests.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, testTreePart],
};
