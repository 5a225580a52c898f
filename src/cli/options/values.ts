import type { Mask } from "../../code/construct/mask-search.ts";
import { InputError } from "../../errors.ts";

/** Reads an integer in minimum … maximum from an option's text. @throws InputError with the option's name and range. */
export function integerOption(
  option: string,
  text: string,
  minimum: number,
  maximum = Number.MAX_SAFE_INTEGER,
): number {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value) || value < minimum || value > maximum) {
    const range = maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
    throw new InputError(`--${option} ${text} is not a whole number ${range}`);
  }
  return value;
}

/** Reads `0-9` as [0, 9], with both ends included. */
export function rangeOption(text: string, label: string): readonly [first: number, last: number] {
  const [, first, last] = /^(\d{1,3})-(\d{1,3})$/.exec(text) ?? [];
  if (first === undefined) throw new InputError(`${label} ${text} is not a range: give for example 0-9`);
  return [Number(first), Number(last)];
}

/** Reads `0,2,3|0,1,6` as [[0, 2, 3], [0, 1, 6]]. */
export function maskOption(text: string, label: string): Mask {
  if (!/^\d{1,3}(,\d{1,3})*(\|\d{1,3}(,\d{1,3})*)*$/.test(text)) {
    throw new InputError(`${label} ${text} is not a mask: give for example "0,2,3|0,1,6", a circulant's ones each`);
  }
  return text.split("|").map((circulant) => circulant.split(",").map(Number));
}

/** Reads `3,6` as [3, 6]: variable and check degree. */
export function degreesOption(text: string, label: string): [variable: number, check: number] {
  const [, variable, check] = /^(\d{1,5}),(\d{1,5})$/.exec(text) ?? [];
  if (variable === undefined) {
    throw new InputError(`${label} ${text} is not a variable and a check degree: give for example 3,6`);
  }
  return [Number(variable), Number(check)];
}

/** Reads `25,250,2500` as [25, 250, 2500]. */
export function integersOption(text: string, label: string, minimum: number, maximum: number): number[] {
  return text.split(",").map((part) => {
    const value = /^\d{1,15}$/.test(part) ? Number(part) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    throw new InputError(
      `${label} ${text} is not a list of whole numbers from ${minimum} to ${maximum}: give for example 25,250`,
    );
  });
}
