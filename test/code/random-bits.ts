import { randomSource } from "../../src/code/construct/random.ts";

/** Random bits from a seed. */
export function randomBits(length: number, seed = 1): Uint8Array {
  const random = randomSource(seed);
  return Uint8Array.from({ length }, () => random.below(2));
}
