import { philox } from "./philox.ts";
import { threefry } from "./threefry.ts";

/**
 * Writes the four random words of one counter value to `out[0 … 3]`. Counter words and key words have 32 bits. The
 * project uses counter = (frame low, frame high, position, stream).
 */
export type RandomWords = (
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  key0: number,
  key1: number,
  out: Uint32Array,
) => void;

/** The random generators of a simulation by their names; new runs use the first. */
export const randomGenerators = {
  "threefry4x32-13": threefry,
  "philox4x32-10": philox,
} as const satisfies Record<string, RandomWords>;

/**
 * Name of a random generator.
 * @example
 * const generators: RandomGenerator[] = ["threefry4x32-13", "philox4x32-10"];
 */
export type RandomGenerator = keyof typeof randomGenerators;

export const RANDOM_GENERATORS = Object.keys(randomGenerators) as [RandomGenerator, ...RandomGenerator[]];

/** The random generator of new runs. */
export const DEFAULT_GENERATOR: RandomGenerator = RANDOM_GENERATORS[0];
