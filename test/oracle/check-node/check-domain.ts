import { type GaloisField, multiply } from "../../../src/galois/field.ts";

/**
 * A check node by its textbook definition. It maps the messages from the check's variables to the messages to these variables, both
 * [variable][symbol]. `values` are the entries h of the check's row, and Σ h·a = `syndrome`, which defaults to 0.
 */
export type CheckNodeOracle = (
  field: GaloisField,
  values: readonly number[],
  inputs: readonly (readonly number[])[],
  syndrome?: number,
) => number[][];

/** With LLR messages, the value that a check of degree 1 sends for every symbol but the one that it forces (doc/design/decoding.md). */
export const CERTAIN = 2 ** 20;

/** Converts the message of a symbol a into the message of the product h·a. */
export function toCheckDomain(field: GaloisField, h: number, message: readonly number[]): number[] {
  const scaled = new Array<number>(field.q).fill(Number.NaN);
  for (const [a, value] of message.entries()) scaled[multiply(field, h, a)] = value;
  return scaled;
}

/** Converts the message of a product h·a into the message of the symbol a. */
export function fromCheckDomain(field: GaloisField, h: number, message: readonly number[]): number[] {
  return message.map((_, a) => message[multiply(field, h, a)]);
}

/** out(x) = C(x ⊕ s), where C(y) is the message of the sum y of the other variables. */
export function shifted(combined: readonly number[], s: number): number[] {
  return combined.map((_, x) => combined[x ^ s]);
}

/**
 * A check node by sequential combination: for each variable, the messages of the other variables are combined one after the other.
 * Variables share no intermediate result.
 * @param ofSum the message of x ⊕ y from the messages of x and of y.
 * @param others the message of the sum of no variables: [of y ≠ 0, of 0].
 */
export function byConvolution(
  ofSum: (left: readonly number[], right: readonly number[]) => readonly number[],
  [impossible, certain]: readonly [number, number],
): CheckNodeOracle {
  return (field, values, inputs, syndrome = 0) => {
    const scaled = values.map((h, i) => toCheckDomain(field, h, inputs[i]));
    const none = Array.from({ length: field.q }, (_, y) => (y === 0 ? certain : impossible));
    return values.map((h, n) => {
      const others: (readonly number[])[] = scaled.filter((_, i) => i !== n);
      const combined = others.length === 0 ? none : others.reduce((left, right) => ofSum(left, right));
      return fromCheckDomain(field, h, shifted(combined, syndrome));
    });
  };
}
