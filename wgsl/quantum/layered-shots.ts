import type { Kernel } from "../../src/gpu/kernel.ts";

/** Most passes, as wgsl/quantum/layered-shots.wgsl has them. */
export const PASSES_MOST = 8;

/** Layered decoding of whole shots of an error model. */
export const layeredShots: Kernel = {
  name: "quantum/layered-shots",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ SYNDROME_WORDS, OBSERVABLE_WORDS }) => layeredBytes(SYNDROME_WORDS, OBSERVABLE_WORDS),
};

/** Bytes of workgroup memory. @param words of a syndrome, and of observables. */
export function layeredBytes(syndromeWords: number, observableWords: number): number {
  return 4 * (syndromeWords + observableWords) + 8;
}
