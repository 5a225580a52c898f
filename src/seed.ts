import { InputError } from "./errors.ts";

/** @throws InputError unless a seed is a whole number of 32 bits: generators would cut others, so that two seeds mean one sequence. */
export function requireSeed(seed: number): void {
  if (Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32) return;
  throw new InputError(`seed ${seed} is not in 0 … 2^32 − 1: choose a whole number of that range`);
}
