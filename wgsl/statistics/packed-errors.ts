import type { Kernel } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { BIT_FRAMES } from "../common/lane-signs.ts";

/**
 * Constants and extent of a dispatch of `packedErrors`.
 * @param interleave frames per word.
 * @param liftingSize the quasi-cyclic code's.
 */
export function packedErrorsDispatch(n: number, interleave: number, liftingSize: number) {
  const columnsOfWord = BIT_FRAMES / interleave;
  const signWords = Math.ceil(n / liftingSize / columnsOfWord);
  return {
    constants: { SIGN_WORDS: signWords, COLUMNS_OF_WORD: columnsOfWord },
    workgroups: Math.ceil((signWords * liftingSize) / WORKGROUP_SIZE),
    framesPerWorkgroup: BIT_FRAMES,
  };
}

/** Bit errors of each frame, from signs side by side. */
export const packedErrors: Kernel = {
  name: "statistics/packed-errors",
  workgroupBytes: () => 4 * BIT_FRAMES,
};
