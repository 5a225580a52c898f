import type { Kernel } from "../../../src/gpu/kernel.ts";
import { groupsOf, sumsWords } from "./sums.ts";

/** Targets of products from here on are edges. */
export const OUTGOING = 1024;

/** An iteration of Min-Max for few frames: variables, check nodes by a tree of products, and the test of the iteration before. */
export const checkMinMaxTree = {
  name: "nonbinary/tree/check",
  workgroupSize: ({ Q, ROWS }) => ROWS * Q,
  workgroupBytes: (constants) => {
    const { Q, P, ROWS, VECTORS, PARTS } = constants;
    return 4 * (VECTORS * Q + ROWS * (Q * (PARTS + 1) + groupsOf(P)) + sumsWords(constants));
  },
} satisfies Kernel;
