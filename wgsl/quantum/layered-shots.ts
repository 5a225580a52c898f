/** Most passes, as wgsl/quantum/layered-shots.wgsl has them. */
export const PASSES_MOST = 8;

/** Bytes of workgroup memory. @param words of a syndrome, and of observables. */
export function layeredBytes(syndromeWords: number, observableWords: number): number {
  return 4 * (syndromeWords + observableWords) + 8;
}
