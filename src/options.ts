import { InputError } from "./errors.ts";
import { nearest } from "./nearest.ts";

/**
 * Programs in JavaScript have no compiler that finds a misspelled option: ignored, it would give other results without a word.
 * @param owner the function that takes the options.
 * @param names a table with all names of the options' type, which the compiler keeps complete.
 * @throws InputError for options that are no object, and for an unknown name, with the nearest one.
 */
export function requireOptions<Options extends object>(
  owner: string,
  given: Options,
  names: { readonly [Name in keyof Options]-?: unknown },
): void {
  if (typeof given !== "object" || given === null || Array.isArray(given) || ArrayBuffer.isView(given)) {
    throw new InputError(`${owner}: options must be an object, not ${kindOf(given)}`);
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const known = Object.keys(names);
  const near = nearest(unknown, known);
  const remedy = near === undefined ? `known are ${known.join(", ")}` : `did you mean ${near}?`;
  throw new InputError(`${owner}: option ${unknown} is unknown: ${remedy}`);
}

/** The kind of a value of the wrong kind, as the end of a message. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (value instanceof Promise) return "a promise: write await before it";
  if (typeof value === "string") return `the text ${JSON.stringify(value.slice(0, 40))}`;
  if (typeof value === "object")
    return Array.isArray(value) || ArrayBuffer.isView(value) ? "an array" : "another object";
  return `a ${typeof value}`;
}
