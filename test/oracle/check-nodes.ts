import { type GaloisField, inverse, multiply } from "../../src/galois/field.ts";

/**
 * A check node as the textbook has it, in float64: messages into the check from each of its variables in, messages to
 * each of them out, both [variable][symbol]. `values` are the matrix entries h of the check's row.
 */
export type CheckNodeOracle = (
  field: GaloisField,
  values: readonly number[],
  inputs: readonly (readonly number[])[],
) => number[][];

/** An oracle for every rule of the family; a test holds its names equal to those of `checkNodeRules`. */
export const checkNodeOracles: Readonly<Record<string, CheckNodeOracle>> = {
  "min-max": minMaxByConvolution,
};

/** What a Min-Max check of degree 1 says of every symbol but 0 (doc/conventions.md). */
export const CERTAIN = 2 ** 20;

/**
 * Min-Max as the paper's Algorithm 1 defines it: R_n(a) is the least, over all configurations of the other variables
 * that satisfy the check together with a, of the greatest of their messages. Every configuration is looked at:
 * q^(degree − 1) for each variable.
 */
export function minMaxByEnumeration(
  field: GaloisField,
  values: readonly number[],
  inputs: readonly (readonly number[])[],
): number[][] {
  return values.map((own, n) => {
    const others = values.map((_, i) => i).filter((i) => i !== n);
    const output = new Array<number>(field.q).fill(CERTAIN);
    const best = new Array<number>(field.q).fill(Number.POSITIVE_INFINITY);
    const visit = (depth: number, sum: number, greatest: number): void => {
      if (depth === others.length) {
        const a = multiply(field, inverse(field, own), sum);
        best[a] = Math.min(best[a], greatest);
        return;
      }
      const i = others[depth];
      for (let symbol = 0; symbol < field.q; symbol++) {
        visit(depth + 1, sum ^ multiply(field, values[i], symbol), Math.max(greatest, inputs[i][symbol]));
      }
    };
    visit(0, 0, 0);
    return output.map((certain, a) => (Number.isFinite(best[a]) ? best[a] : certain));
  });
}

/**
 * The same by the definition's associativity alone: for each variable, the others' messages are combined one after the
 * other, over every pair of symbols, with nothing shared between variables.
 */
export function minMaxByConvolution(
  field: GaloisField,
  values: readonly number[],
  inputs: readonly (readonly number[])[],
): number[][] {
  const { q } = field;
  // Message of the product h·a.
  const scaled = values.map((h, i) => {
    const message = new Array<number>(q).fill(0);
    for (let a = 0; a < q; a++) message[multiply(field, h, a)] = inputs[i][a];
    return message;
  });
  return values.map((own, n) => {
    const others = scaled.filter((_, i) => i !== n);
    const combined =
      others.length === 0
        ? Array.from({ length: q }, (_, s) => (s === 0 ? 0 : CERTAIN))
        : others.reduce((left, right) => minMaxOfSum(left, right));
    return combined.map((_, a) => combined[multiply(field, own, a)]);
  });
}

/** The message of x + y from those of x and of y. */
function minMaxOfSum(left: readonly number[], right: readonly number[]): number[] {
  const sum = new Array<number>(left.length).fill(Number.POSITIVE_INFINITY);
  for (let x = 0; x < left.length; x++) {
    for (let y = 0; y < right.length; y++) {
      const greater = left[x] > right[y] ? left[x] : right[y];
      if (greater < sum[x ^ y]) sum[x ^ y] = greater;
    }
  }
  return sum;
}
