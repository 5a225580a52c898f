import type { KernelConstants, KernelVariant } from "../../../src/gpu/kernel.ts";
import { f16 } from "./f16.ts";
import { f32 } from "./f32.ts";
import { int8 } from "./int8.ts";
import { int8Wide } from "./int8-wide.ts";

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
  /** A posterior as it is stored. */
  posterior(value: number): number;
  /** A message as it is stored. */
  message(value: number): number;
  /** A channel LLR as it is stored. */
  channel(llr: number, constants: KernelConstants): number;
}

export type LaneArray = Float32Array | Uint16Array | Int8Array;

/** The number format that the variant of a kernel imports. */
export function lanesOf(variant: KernelVariant): Lanes {
  return formats[variant.imports?.lanes ?? ""];
}

const formats: Readonly<Record<string, Lanes>> = {
  "binary/formats/f32": f32,
  "binary/formats/f16": f16,
  "binary/formats/f16-near": f16,
  "binary/formats/int8": int8,
  "binary/formats/int8-wide": int8Wide,
};
