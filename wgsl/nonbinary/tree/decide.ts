import type { Kernel } from "../../../src/gpu/kernel.ts";
import { checkSumPart } from "../../common/check-sum.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { sumsPart, sumsWords } from "./sums.ts";

/** Decisions after the last iteration of each frame, and the decoder's last test. */
export const decideTree: Kernel = {
  name: "nonbinary/tree/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, sumsPart, checkSumPart],
  workgroupSize: ({ Q, ROWS }) => ROWS * Q,
  workgroupBytes: (constants) => 4 * sumsWords(constants),
};
