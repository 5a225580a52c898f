import { InputError } from "../../src/errors.ts";

/** Options by name with the least that each may be; those that were left out are fine. @throws InputError naming the first that is none. */
export function checkWholeNumbers(
  options: readonly (readonly [name: string, value: number | undefined, least: number])[],
): void {
  for (const [name, value, least] of options) {
    if (value !== undefined && (!Number.isSafeInteger(value) || value < least)) {
      throw new InputError(`--${name} ${value}: give a whole number from ${least}`);
    }
  }
}
