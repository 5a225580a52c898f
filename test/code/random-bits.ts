import { randomSource } from "../../src/code/construct/random.ts";

export function randomBits(length: number, seed = 1): Uint8Array {
  const random = randomSource(seed);
  return Uint8Array.from({ length }, () => random.below(2));
}
