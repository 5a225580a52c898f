import { InputError, type InputLocation } from "../../errors.ts";
import type { GaloisField } from "../../galois/field.ts";
import type { ValueConvention } from "./format.ts";

/**
 * The field element that a number of a file represents.
 * @throws InputError if the convention has no such number: 0 or ≥ q as decimal and exponent+1, ≥ q − 1 as exponent.
 */
export function elementOf(
  field: GaloisField,
  stored: number,
  convention: ValueConvention,
  location: InputLocation,
): number {
  requireExponents(field, convention, location);
  const [low, high] = storedRange(field, convention);
  if (stored < low || stored > high) {
    const range = `as ${convention} it must be in ${low} … ${high} for GF(${field.q})`;
    const remedy = stored < field.q ? `; --values can say ${alternatives(field, stored)}` : "";
    throw new InputError(`value ${stored} contradicts the meaning of the values: ${range}${remedy}`, location);
  }
  if (convention === "decimal") return stored;
  return field.exp[convention === "exponent" ? stored : stored - 1];
}

/** @throws InputError for exponents of α = x where the polynomial is not primitive: powers of x do not reach every element. */
function requireExponents(
  { q, exp, polynomial }: GaloisField,
  convention: ValueConvention,
  location?: InputLocation,
): void {
  if (convention === "decimal" || q === 2 || exp[1] === 2) return;
  const shown = `0x${polynomial.toString(16).toUpperCase()}`;
  throw new InputError(
    `polynomial ${shown} is not primitive, so values are no exponents of x: say decimal for the values`,
    location,
  );
}

/** The number that represents a nonzero field element. @throws InputError for exponents of a polynomial that is not primitive. */
export function storedValue(field: GaloisField, element: number, convention: ValueConvention): number {
  requireExponents(field, convention);
  if (convention === "decimal") return element;
  return field.log[element] + (convention === "exponent" ? 0 : 1);
}

function storedRange(field: GaloisField, convention: ValueConvention): readonly [low: number, high: number] {
  return convention === "exponent" ? [0, field.q - 2] : [1, field.q - 1];
}

function alternatives(field: GaloisField, stored: number): string {
  return stored > field.q - 2 ? "decimal or exponent+1" : "exponent";
}
