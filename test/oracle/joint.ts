import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { multiply } from "../../src/galois/field.ts";

/** Pauli errors of a symbol's qubits as bits: X errors, then Z errors. P of each pair. */
export type SymbolChannel = (x: number, z: number) => number;

/**
 * Belief propagation on a pair of codes over GF(q) in float64: checks by enumerating sums, the coupling by all q² pairs of errors of a symbol.
 * @param matrix 2n columns: X errors, then Z errors. @param qubitsOf the Z errors, as bits, of each element.
 * @param syndrome [M]. @param most magnitude of a check's LLR. @param minMax whether checks are those of min-max, on costs −ln p.
 * @param order the checks of a layered iteration, one after the other; undefined: flooding.
 * @returns the decision [2n] after the first iteration that explains the syndrome, or the last one.
 */
export function jointOracle(
  matrix: ParityCheckMatrix,
  qubitsOf: ArrayLike<number>,
  channel: SymbolChannel,
  syndrome: ArrayLike<number>,
  {
    iterations,
    most,
    minMax = false,
    order,
  }: {
    readonly iterations: number;
    readonly most: number;
    readonly minMax?: boolean;
    readonly order?: readonly number[];
  },
): { readonly decision: number[]; readonly iterations: number; readonly explained: boolean } {
  const { field, columns, rows } = matrix;
  const { q } = field;
  const n = columns / 2;
  const values = Array.from({ length: q }, (_, a) => a);
  const edges = Array.from({ length: rows }, (_, c) => rowEntries(matrix, c).map(([v, h]) => ({ c, v, h }))).flat();
  const ofVariable = Array.from({ length: columns }, (_, v) => edges.flatMap((edge, e) => (edge.v === v ? [e] : [])));
  const errorsOf = (v: number, a: number) => (v < n ? a : qubitsOf[a]);
  const joint = (v: number, a: number, other: number) =>
    v < n ? channel(a, qubitsOf[other]) : channel(other, qubitsOf[a]);
  const largestOne = (all: number[]) => all.map((each) => each / Math.max(...all));
  let priors = Array.from({ length: columns }, (_, v) =>
    largestOne(values.map((a) => values.reduce((sum, other) => sum + joint(v, a, other), 0))),
  );
  const toCheck = edges.map(({ v }) => priors[v]);
  let fromCheck = edges.map(() => values.map(() => 1));
  let beliefs = priors;
  const messageOf = (e: number) => {
    const { c, h } = edges[e];
    // Of min-max the costs are −ln: a configuration has the least of its probabilities, and the likeliest one counts.
    const both = minMax ? Math.min : (a: number, b: number) => a * b;
    const either = minMax ? Math.max : (a: number, b: number) => a + b;
    let sums = values.map((x) => Number(x === syndrome[c]));
    for (const [o, other] of edges.entries()) {
      if (other.c !== c || o === e) continue;
      const next = values.map(() => 0);
      for (const a of values) {
        for (const x of values) {
          const to = x ^ multiply(field, other.h, a);
          next[to] = either(next[to], both(sums[x], toCheck[o][a]));
        }
      }
      sums = next;
    }
    return largestOne(values.map((a) => sums[multiply(field, h, a)])).map((p) => Math.max(p, Math.exp(-most)));
  };
  for (let iteration = 1; ; iteration++) {
    if (order === undefined) fromCheck = edges.map((_, e) => messageOf(e));
    for (const check of order ?? []) {
      const own = edges.flatMap(({ c }, e) => (c === check ? [e] : []));
      for (const e of own) toCheck[e] = largestOne(beliefs[edges[e].v].map((each, a) => each / fromCheck[e][a]));
      for (const [i, message] of own.map(messageOf).entries()) {
        fromCheck[own[i]] = message;
        beliefs[edges[own[i]].v] = message.map((each, a) => each * toCheck[own[i]][a]);
      }
    }
    const product = (v: number, without = -1) =>
      values.map((a) => ofVariable[v].reduce((all, e) => (e === without ? all : all * fromCheck[e][a]), 1));
    const said = Array.from({ length: columns }, (_, v) => product(v));
    priors = priors.map((_, v) => {
      const partner = said[(v + n) % columns];
      return largestOne(values.map((a) => values.reduce((sum, other) => sum + joint(v, a, other) * partner[other], 0)));
    });
    beliefs = said.map((all, v) => all.map((each, a) => each * priors[v][a]));
    const decision = beliefs.map((all) => all.indexOf(Math.max(...all)));
    for (const [e, { v }] of edges.entries()) {
      toCheck[e] = largestOne(product(v, e).map((each, a) => each * priors[v][a]));
    }
    const left = Array.from(syndrome);
    for (const { c, v, h } of edges) left[c] ^= multiply(field, h, decision[v]);
    const explained = left.every((sum) => sum === 0);
    if (explained || iteration === iterations) {
      return { decision: decision.map((a, v) => errorsOf(v, a)), iterations: iteration, explained };
    }
  }
}
