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
function shifted(combined: readonly number[], s: number): number[] {
  return combined.map((_, x) => combined[x ^ s]);
}

/**
 * A check node by sequential combination: for each variable, the message of the sum of the variables before it is combined with the message
 * of the sum of the variables after it. A check node by its definition, which shares nothing, is in enumeration.ts.
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
    /** sums[i] is the message of the sum of the first i variables. */
    const sums = (messages: readonly (readonly number[])[]) => {
      const known: (readonly number[])[] = [none];
      for (const [i, message] of messages.entries()) known.push(i === 0 ? message : ofSum(known[i], message));
      return known;
    };
    const last = values.length - 1;
    const before = sums(scaled.slice(0, last));
    const after = sums(scaled.slice(1).reverse()).reverse();
    return values.map((h, n) => {
      const combined = n === 0 ? after[0] : n === last ? before[last] : ofSum(before[n], after[n]);
      return fromCheckDomain(field, h, shifted(combined, syndrome));
    });
  };
}
