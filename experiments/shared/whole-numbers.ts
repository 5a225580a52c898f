import { InputError } from "../../src/errors.ts";

/**
 * Options by name with the minimum of each; missing options are valid. @throws InputError naming the first invalid
 * option.
 */
export function checkWholeNumbers(
  options: readonly (readonly [name: string, value: number | undefined, least: number])[],
): void {
  for (const [name, value, least] of options) {
    if (value !== undefined && (!Number.isSafeInteger(value) || value < least)) {
      throw new InputError(`--${name} ${value}: give a whole number from ${least}`);
    }
  }
}
