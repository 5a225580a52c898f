import type { Kernel } from "../../src/gpu/kernel.ts";

/** Shots that a workgroup decodes side by side, neighbours in memory: a sector of it on NVIDIA's devices. */
export const LAYERED_LANES = 8;
/** Most passes, as wgsl/quantum/layered-shots.wgsl has them. */
export const PASSES_MOST = 8;

/** Layered decoding of whole shots of an error model. */
export const layeredShots: Kernel = {
  name: "quantum/layered-shots",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ SYNDROME_WORDS, OBSERVABLE_WORDS }) => layeredBytes(SYNDROME_WORDS, OBSERVABLE_WORDS),
};

/** Bytes of workgroup memory. @param words of syndromes, and of the observables of a shot. */
export function layeredBytes(syndromeWords: number, observableWords: number): number {
  return 4 * (syndromeWords + LAYERED_LANES * observableWords) + 16;
}
