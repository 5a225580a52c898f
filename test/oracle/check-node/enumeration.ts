import { inverse, multiply } from "../../../src/galois/field.ts";
import { CERTAIN, type CheckNodeOracle } from "./check-domain.ts";

/** Combines messages along a configuration into its value, and the values of configurations into a message. */
export interface Rule {
  along(value: number, message: number): number;
  among(one: number, other: number): number;
  /** Value of the configuration without variables. */
  readonly empty: number;
  /** The message of a symbol without a configuration: at a check of degree 1, of all symbols but one. */
  readonly impossible: number;
}

/** Nonbinary paper, Algorithm 1. Messages are not negative. */
export const MIN_MAX: Rule = { along: Math.max, among: Math.min, empty: 0, impossible: CERTAIN };

export const MIN_SUM: Rule = { along: (x, y) => x + y, among: Math.min, empty: 0, impossible: CERTAIN };

/** Messages are probabilities. */
export const SUM_PRODUCT: Rule = { along: (x, y) => x * y, among: (x, y) => x + y, empty: 1, impossible: 0 };

/**
 * A check node by its definition: for each variable and symbol a, it visits every configuration of the other variables that satisfies the
 * check together with a. A check has q^(degree − 1) configurations for each variable.
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
