import { inverse, multiply } from "../../../src/galois/field.ts";
import { CERTAIN, type CheckNodeOracle } from "./check-domain.ts";

/** How the messages along a configuration become its value, and the values of configurations one message. */
export interface Rule {
  along(value: number, message: number): number;
  among(one: number, other: number): number;
  /** Value of the configuration of no variables. */
  readonly empty: number;
  /** The message about a symbol without a configuration: at a check of degree 1, all symbols but one. */
  readonly impossible: number;
}

/** Nonbinary paper, Algorithm 1. Messages are not negative. */
export const MIN_MAX: Rule = { along: Math.max, among: Math.min, empty: 0, impossible: CERTAIN };

export const MIN_SUM: Rule = { along: (x, y) => x + y, among: Math.min, empty: 0, impossible: CERTAIN };

/** Messages are probabilities. */
export const SUM_PRODUCT: Rule = { along: (x, y) => x * y, among: (x, y) => x + y, empty: 1, impossible: 0 };

/**
 * A check node from its definition: every configuration of the other variables that satisfies the check together with a is
 * looked at, q^(degree − 1) for each variable.
 */
export function byEnumeration({ along, among, empty, impossible }: Rule): CheckNodeOracle {
  return (field, values, inputs, syndrome = 0) =>
    values.map((own, n) => {
      const others = values.map((_, i) => i).filter((i) => i !== n);
      const output = new Array<number>(field.q).fill(impossible);
      const reached = new Set<number>();
      const visit = (depth: number, sum: number, value: number): void => {
        if (depth === others.length) {
          const a = multiply(field, inverse(field, own), sum ^ syndrome);
          output[a] = reached.has(a) ? among(output[a], value) : value;
          reached.add(a);
          return;
        }
        const i = others[depth];
        for (let symbol = 0; symbol < field.q; symbol++) {
          visit(depth + 1, sum ^ multiply(field, values[i], symbol), along(value, inputs[i][symbol]));
        }
      };
      visit(0, 0, empty);
      return output;
    });
}
