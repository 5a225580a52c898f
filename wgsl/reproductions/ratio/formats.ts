import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { type TwinVariant, twinOf } from "../../../src/gpu/part.ts";

/** Bounds of every running product. Twin of wgsl/reproductions/ratio/bounds.wgsl. */
export const LEAST_PRODUCT = 2 ** -100;
export const MOST_PRODUCT = 2 ** 100;

/** A format of the messages of ratio-sum-product, lane by lane: twin of f32, levels and levels-pair beside this file. */
export interface RatioWords {
  readonly interleave: number;
  /** Sign bit and decision bit of a lane. */
  readonly sign: number;
  readonly decision: number;
  /** The lanes of words: lane l of word w is element w·interleave + l. */
  view(words: Uint32Array): Uint16Array | Uint32Array;
  /** |a| of a message. */
  magnitude(message: number): number;
  /** (1 + a)/(1 − a). */
  ratio(message: number): number;
  /** The bits of a magnitude. */
  messageOf(magnitude: number): number;
}

/** The format of messages for a number of levels of magnitudes. */
export type RatioFormat = (constants: KernelConstants) => RatioWords;

/** The format that a kernel's variant imports as `message`. */
export function ratioWords(variant: TwinVariant, constants: KernelConstants): RatioWords {
  return twinOf<RatioFormat>(variant, "message")(constants);
}
