import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Words of a row of H over GF(q) and its syndrome symbol. */
export function symbolRowWords(positions: number): number {
  return Math.floor(positions / 4) + 1;
}

/** The least reliable basis of each frame over GF(q), and H reduced by it. */
export const osdSymbolReduce: Kernel = {
  name: "osd/symbols/reduce",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: () => 12,
};
