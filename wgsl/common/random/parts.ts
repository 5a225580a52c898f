import type { RandomGenerator } from "../../../src/channel/random.ts";
import type { KernelVariant, Part } from "../../../src/gpu/part.ts";

/** The random generators as kernels import them: `#import <random>`. Their WGSL has `fn random_words(counter: vec4u, key: vec2u) -> vec4u`. */
export const randomParts: Readonly<Record<RandomGenerator, Part>> = {
  "threefry4x32-13": { name: "common/random/threefry" },
  "philox4x32-10": { name: "common/random/philox" },
};

/** The variant of a kernel that draws random words, with the generator that draws them. */
export function withRandom(generator: RandomGenerator, { imports, ...variant }: KernelVariant = {}): KernelVariant {
  return { ...variant, imports: { ...imports, random: randomParts[generator].name } };
}
