import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import type { TextbookResult } from "./textbook-decoder.ts";

/**
 * Sum-product on likelihood ratios in float64, from the equations: a = (r − 1)/(r + 1) = tanh(L/2), r = P(0)/P(1)
 * (Mink and Nakassis 2014, section 3). Every message is a product of the others alone, nothing is divided.
 */

/** Storage of a message a: in 8 or 10 bits beside its sign, or ("32") as f32, or exactly. */
export type RatioBits = "8" | "10" | "32" | "exact";

/** Channel LLRs beyond ±69 count as ±69. */
const LLR_MAXIMUM = 69;

/**
 * The stored form of a. In b bits: the nearest m/2^b, halves up, m = 1 … 2^b − 1, with the sign of a, 0 as positive.
 * "32": within 2^-24 … 1 − 2^-20, the nearest f32 number.
 */
export function keptMessage(a: number, bits: RatioBits): number {
  if (bits === "exact") return a;
  const sign = a < 0 ? -1 : 1;
  if (bits === "32") return sign * Math.fround(Math.min(Math.max(Math.abs(a), 2 ** -24), 1 - 2 ** -20));
  const steps = 2 ** Number(bits);
  return (sign * Math.min(Math.max(Math.floor(Math.abs(a) * steps + 0.5), 1), steps - 1)) / steps;
}

/** Messages a of a check with this bit of the syndrome from its variables' messages, in the form before storage. */
export function ratioCheckNode(a: readonly number[], syndrome: number): number[] {
  return a.map((_, j) =>
    a.reduce((product, value, i) => (i === j ? product : product * value), syndrome === 1 ? -1 : 1),
  );
}

/** Messages a of a variable from the channel's ratio and the messages of its checks, and P(0)/P(1) of all. */
export function ratioVariableNode(
  r0: number,
  a: readonly number[],
): { readonly ratio: number; readonly sent: number[] } {
  const ratios = a.map((value) => (1 + value) / (1 - value));
  const product = (others: readonly number[]) => others.reduce((r, factor) => r * factor, r0);
  return {
    ratio: product(ratios),
    sent: ratios.map((_, j) => {
      const r = product(ratios.filter((_, i) => i !== j));
      return (r - 1) / (r + 1);
    }),
  };
}

/** The channel's ratio of an LLR ln P(0)/P(1). */
export function channelRatio(llr: number): number {
  return Math.exp(Math.min(Math.max(llr, -LLR_MAXIMUM), LLR_MAXIMUM));
}

export interface RatioRequest {
  readonly iterations: number;
  /** Stop when all checks hold. */
  readonly stop?: boolean;
  readonly bits: RatioBits;
  /** By check, what H·word is to be; all zero if left out. */
  readonly syndrome?: ArrayLike<number>;
  /** What becomes of a message before it is kept: the errors of a less exact arithmetic. Nothing if left out. */
  readonly error?: (a: number) => number;
}

export interface RatioResult extends TextbookResult {
  /** By variable, P(0)/P(1) after the last iteration that was done. */
  readonly ratio: number[];
}

/**
 * Flooding: all checks, then all variables.
 * @param llr by variable, ln P(0)/P(1).
 */
export function decodeRatio(
  matrix: ParityCheckMatrix,
  llr: readonly number[],
  { iterations, stop = false, bits, syndrome = new Uint8Array(matrix.rows), error = (a) => a }: RatioRequest,
): RatioResult {
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m).map(([n]) => n));
  const columns: number[][] = llr.map(() => []);
  rows.forEach((variables, m) => {
    for (const n of variables) columns[n].push(m);
  });
  const channel = llr.map(channelRatio);
  /** By check and variable. */
  const toCheck = rows.map(
    (variables) => new Map(variables.map((n) => [n, keptMessage(error((channel[n] - 1) / (channel[n] + 1)), bits)])),
  );
  const toVariable = rows.map(() => new Map<number, number>());
  const unsatisfied = new Array<boolean>(iterations).fill(false);
  for (let done = 1; ; done++) {
    rows.forEach((variables, m) => {
      const sent = ratioCheckNode(
        variables.map((n) => toCheck[m].get(n)!),
        syndrome[m],
      );
      for (const [i, n] of variables.entries()) toVariable[m].set(n, keptMessage(error(sent[i]), bits));
    });
    const ratio = columns.map((checks, n) => {
      const node = ratioVariableNode(
        channel[n],
        checks.map((m) => toVariable[m].get(n)!),
      );
      for (const [i, m] of checks.entries()) toCheck[m].set(n, keptMessage(error(node.sent[i]), bits));
      return node.ratio;
    });
    const decision = ratio.map((r) => (r < 1 ? 1 : 0));
    unsatisfied[done - 1] = rows.some(
      (variables, m) => variables.reduce((sum, n) => sum ^ decision[n], 0) !== syndrome[m],
    );
    if (done === iterations || (stop && !unsatisfied[done - 1])) {
      return { decision, unsatisfied, iterations: done, ratio };
    }
  }
}
