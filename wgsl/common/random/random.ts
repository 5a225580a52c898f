import { type Part, type PartsVariant, simdOf } from "../../../src/gpu/part.ts";
import type { SimdRandom } from "./simd/random.ts";

/** A random generator: its WGSL has `fn random_words(counter: vec4u, key: vec2u) -> vec4u`. */
export interface RandomPart extends Part {
  readonly simd: SimdRandom;
}

/** The same in WebAssembly. */
export function simdRandomOf(variant: PartsVariant): SimdRandom {
  // Every random generator has it, by the type of its part.
  return simdOf<SimdRandom>(variant, "random")!;
}
