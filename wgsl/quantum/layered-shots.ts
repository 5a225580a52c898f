import type { Kernel } from "../../src/gpu/kernel.ts";

/** Most passes, as wgsl/quantum/layered-shots.wgsl has them. */
export const PASSES_MOST = 8;

/** Layered decoding of whole shots of an error model. */
export const layeredShots: Kernel = {
  name: "quantum/layered-shots",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ SYNDROME_WORDS, WRONG_WORDS }) => layeredBytes(SYNDROME_WORDS, WRONG_WORDS),
};

/** Bytes of workgroup memory. @param words of syndromes, and of observables of all lanes. */
export function layeredBytes(syndromeWords: number, wrongWords: number): number {
  return 4 * (syndromeWords + wrongWords) + 16;
}
