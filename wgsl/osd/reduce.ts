import type { Kernel } from "../../src/gpu/kernel.ts";

/** Words of a row of H and its syndrome bit. */
export function rowWords(positions: number): number {
  return Math.floor(positions / 32) + 1;
}

/** The least reliable basis of each frame, and H reduced by it. */
export const osdReduce: Kernel = {
  name: "osd/reduce",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ N }) => 4 * (rowWords(N) + 3),
};
