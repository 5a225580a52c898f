import type { DecoderProgram } from "../../decoder/decoder-program.ts";
import { dispatchesInOrder } from "../../gpu/schedule.ts";
import { sum } from "../../sum.ts";

/** The names of the kernels of a decoder's program. */
export function decoderKernelsOf(decoder: DecoderProgram): ReadonlySet<string> {
  return new Set([...dispatchesInOrder(decoder)].map(({ dispatch }) => dispatch.kernel));
}

/**
 * The time of the decoder's kernels among all kernels of a program.
 * @param kernelSeconds seconds by kernel, as `measureKernels` returns them.
 */
export function secondsOfDecoder(
  { decoderKernels }: { readonly decoderKernels: Iterable<string> },
  kernelSeconds: Readonly<Record<string, number>>,
): number {
  const ofDecoder = new Set(decoderKernels);
  return sum(Object.entries(kernelSeconds).map(([kernel, seconds]) => (ofDecoder.has(kernel) ? seconds : 0)));
}
