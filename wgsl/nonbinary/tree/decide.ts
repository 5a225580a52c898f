import type { Kernel } from "../../../src/gpu/kernel.ts";
import { sumsWords } from "./sums.ts";

/** Decisions after the last iteration of each frame, and the decoder's last test. */
export const decideTree: Kernel = {
  name: "nonbinary/tree/decide",
  workgroupSize: ({ Q, ROWS }) => ROWS * Q,
  workgroupBytes: (constants) => 4 * sumsWords(constants),
};
