import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { type TwinVariant, twinOf } from "../../../src/gpu/part.ts";

/**
 * A number format of posteriors and messages, interleave numbers (lanes) to a 32-bit word; lane l of word w is element
 * interleave·w + l of `view`. Twin of a WGSL file beside this one.
 */
export interface Lanes {
  readonly interleave: 1 | 2 | 4;
  /** Takes the place of a message where a circulant lacks a one. */
  readonly neutral: number;
  view(words: Uint32Array): LaneArray;
  /** Number that an element of the view stands for, and back for a number that `posterior` or `message` gave. */
  decode(element: number): number;
  encode(value: number): number;
  /** Posterior less message. */
  difference(posterior: number, message: number): number;
  /** A posterior in its stored form. */
  posterior(value: number, constants: KernelConstants): number;
  /** A message in its stored form. */
  message(value: number): number;
  /** A channel LLR in its stored form. */
  channel(llr: number, constants: KernelConstants): number;
}

export type LaneArray = Float32Array | Uint16Array | Int8Array;

/** The number format that the variant of a kernel imports. */
export function lanesOf(variant: TwinVariant): Lanes {
  return twinOf(variant, "lanes");
}
