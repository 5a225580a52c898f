import { type ParityCheckMatrix, rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import type { TextbookResult } from "../textbook-decoder.ts";

/**
 * Sum-product on likelihood ratios in float64, from the equations a = (r − 1)/(r + 1) = tanh(L/2) and r = P(0)/P(1) (Mink and Nakassis
 * 2014, section 3). Every message is a product over the other messages, without divisions.
 */

/** Storage of a message a: 8 or 10 bits beside its sign, f32 ("32"), or exact. */
export type RatioBits = "8" | "10" | "32" | "exact";

/** Known symbols have LLRs of ±69, other channel LLRs at most those of the largest message, about. */
const KNOWN = 69;
const LARGEST = { 8: 6, 10: 7.5, 32: 15, exact: KNOWN };

/**
 * The stored form of a. In b bits: the nearest m/2^b for m = 1 … 2^b − 1, ties upwards, with the sign of a. The sign of 0 is positive.
 * "32": the nearest f32 number within 2^-24 … 1 − 2^-20.
 */
function keptMessage(a: number, bits: RatioBits): number {
  if (bits === "exact") return a;
  const sign = a < 0 ? -1 : 1;
  if (bits === "32") return sign * Math.fround(Math.min(Math.max(Math.abs(a), 2 ** -24), 1 - 2 ** -20));
  const steps = 2 ** Number(bits);
  return (sign * Math.min(Math.max(Math.floor(Math.abs(a) * steps + 0.5), 1), steps - 1)) / steps;
}

/** Messages a of a check with this syndrome bit from its variables' messages, before storage. */
function ratioCheckNode(a: readonly number[], syndrome: number): number[] {
  return a.map((_, j) =>
    a.reduce((product, value, i) => (i === j ? product : product * value), syndrome === 1 ? -1 : 1),
  );
}

/** Messages a of a variable from the channel's ratio and its checks' messages, and the posterior ratio P(0)/P(1). */
function ratioVariableNode(r0: number, a: readonly number[]): { readonly ratio: number; readonly sent: number[] } {
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
function channelRatio(llr: number, bits: RatioBits): number {
  const most = Math.abs(llr) >= LLR_BOUND ? KNOWN : LARGEST[bits];
  return Math.exp(Math.min(Math.max(llr, -most), most));
}

export interface RatioRequest {
  readonly iterations: number;
  /** Stop when all checks hold. */
  readonly stop?: boolean;
  readonly bits: RatioBits;
  /** H·word by check. Default: zero. */
  readonly syndrome?: ArrayLike<number>;
  /** Changes a message before it is stored, to model a less exact arithmetic. Default: no change. */
  readonly error?: (a: number) => number;
}

export interface RatioResult extends TextbookResult {
  /** By variable, P(0)/P(1) after the last iteration. */
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
  const channel = llr.map((one) => channelRatio(one, bits));
  // Messages by check and variable.
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
