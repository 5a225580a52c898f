import type { RandomWords } from "../../../src/channel/random/generators.ts";
import { type Part, simdOf, type TwinVariant, twinOf } from "../../../src/gpu/part.ts";
import type { SimdRandom } from "./simd/random.ts";

/** A random generator: its WGSL has `fn random_words(counter: vec4u, key: vec2u) -> vec4u`. */
export interface RandomPart extends Part<RandomWords> {
  readonly simd: SimdRandom;
}

/** The random generator that the variant of a kernel imports. */
export function randomOf(variant: TwinVariant): RandomWords {
  return twinOf(variant, "random");
}

/** The same in WebAssembly. */
export function simdRandomOf(variant: TwinVariant): SimdRandom {
  // Every random generator has it, by the type of its part.
  return simdOf<SimdRandom>(variant, "random")!;
}
