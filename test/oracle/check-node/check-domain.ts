import { type GaloisField, multiply } from "../../../src/galois/field.ts";

/**
 * A check node as the textbook has it: messages into the check from each of its variables in, messages to each of them
 * out, both [variable][symbol]. `values` are the matrix entries h of the check's row, and Σ h·a = `syndrome`, 0 if left
 * out.
 */
export type CheckNodeOracle = (
  field: GaloisField,
  values: readonly number[],
  inputs: readonly (readonly number[])[],
  syndrome?: number,
) => number[][];

/** What a check of degree 1 says of every symbol but the one that it forces, if messages are LLRs (doc/design/decoding.md). */
export const CERTAIN = 2 ** 20;

/** Message of the product x = h·a from that of a. */
export function toCheckDomain(field: GaloisField, h: number, message: readonly number[]): number[] {
  const scaled = new Array<number>(field.q).fill(Number.NaN);
  for (const [a, value] of message.entries()) scaled[multiply(field, h, a)] = value;
  return scaled;
}

/** Message of a from that of the product x = h·a. */
export function fromCheckDomain(field: GaloisField, h: number, message: readonly number[]): number[] {
  return message.map((_, a) => message[multiply(field, h, a)]);
}

/** out(x) = C(x ⊕ s), where C(y) is the message about the others' sum y. */
export function shifted(combined: readonly number[], s: number): number[] {
  return combined.map((_, x) => combined[x ^ s]);
}

/**
 * A check node by the definition's associativity alone: for each variable, the others' messages are combined one after the
 * other, with nothing shared between variables.
 * @param ofSum the message of x ⊕ y from the messages of x and of y.
 * @param others the message about y ≠ 0 without other variables, and about y = 0: [of y ≠ 0, of 0].
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
