import type { TwinVariant } from "../../../../src/gpu/kernel.ts";
import { simdOf } from "../../../../src/gpu/part.ts";
import type { I32, V128 } from "../../../../src/wasm/code.ts";
import type { FunctionBuilder } from "../../../../src/wasm/function.ts";

/** A number format in WebAssembly: a vector of 16 bytes has 4 words of frames. Of the interface `Lanes` beside this file. */
export interface SimdLanes {
  readonly interleave: 1 | 2 | 4;
  /** Posterior less message. */
  difference(posterior: V128, message: V128): V128;
  /** A posterior with a new message, as it is stored. */
  total(difference: V128, message: V128): V128;
  /** A bit for each lane: its sign bit. */
  signs(lanes: V128): I32;
  /** Sums of lanes that may be larger than the format holds. */
  sum(f: FunctionBuilder, first: V128): SimdSum;
}

/** A sum as it grows. */
export interface SimdSum {
  add(message: V128): void;
  /** The sum as a posterior is stored. */
  total(): V128;
}

/** The WebAssembly form of the number format that the variant of a kernel imports. */
export function simdLanesOf(variant: TwinVariant): SimdLanes | undefined {
  return simdOf(variant, "lanes");
}
