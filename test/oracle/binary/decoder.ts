import type { BaseMatrix } from "../../../src/code/base-matrix.ts";
import { type ParityCheckMatrix, rowEntries } from "../../../src/code/parity-check-matrix.ts";
import type { TextbookResult } from "../textbook-decoder.ts";
import { type Arithmetic, float64 } from "./arithmetic.ts";
import type { BinaryCheckNode } from "./check-nodes.ts";

export interface BinaryOptions {
  readonly iterations: number;
  /** Stop when all checks hold. */
  readonly stop?: boolean;
  /** H·word by check. Default: zero. */
  readonly syndrome?: ArrayLike<number>;
  /** Rounding of the decoder. Default: float64. */
  readonly arithmetic?: Arithmetic;
  /** Checks of each variable in the order in which a flooding schedule adds their messages, −1 for an absent term. Default: ascending. */
  readonly terms?: readonly (readonly number[])[];
  /** Variables of each check in the order in which decoders read its edges, but for variables of degree 1. Default: ascending. */
  readonly edgesOfChecks?: readonly (readonly number[])[];
  /** Number of partial sums of a flooding schedule. Term k is added to sum k mod partialSums, the channel LLR to sum 0. Default 1. */
  readonly partialSums?: number;
  /**
   * Variables that always send their channel LLR to their check. In exact arithmetic every variable of degree 1 does, but rounding and
   * saturation can change its message. Default: none.
   */
  readonly degreeOne?: ReadonlySet<number>;
  /** The rule of variables: a prior of the channel's LLR and the posterior of the iteration before. Default: the channel's LLR. */
  readonly prior?: PriorOracle;
  /** The rule of edges: the message that a check reads. Default: the message as it is. */
  readonly edge?: EdgeOracle;
  /** Order of the layers of an iteration. Default: as given. */
  readonly order?: (layers: number, iteration: number) => readonly number[];
  /** Posteriors of an earlier decoding, from which the rule of variables goes on. Default: the channel's LLRs. */
  readonly carried?: readonly number[];
  /** Called with every message from a variable to a check, once in each iteration. */
  readonly observe?: MessageObserver;
}

/** @param n code symbol. */
export type PriorOracle = (channel: number, posterior: number, n: number, arithmetic: Arithmetic) => number;

/** @param before the message that the check read in the iteration before; undefined in the first. */
export type EdgeOracle = (t: number, before: number | undefined, arithmetic: Arithmetic) => number;

export type MessageObserver = (check: number, variable: number, message: number) => void;

export interface BinaryResult extends TextbookResult {
  /** By variable, in LLR or steps, after the last iteration. */
  readonly posterior: number[];
}

/**
 * Flooding: all checks use the posteriors of the previous iteration. Then each posterior becomes the channel LLR plus all messages.
 * @param llr by variable, ln P(0)/P(1).
 */
export function decodeFlooding(
  matrix: ParityCheckMatrix,
  llr: readonly number[],
  checkNode: BinaryCheckNode,
  options: BinaryOptions,
): BinaryResult {
  const decoding = start(matrix, llr, options);
  const { rows, channel, arithmetic, posterior, toVariable } = decoding;
  const terms = options.terms ?? ascendingTerms(matrix);
  if (options.carried !== undefined) posterior.splice(0, posterior.length, ...options.carried);
  let iteration = 0;
  return iterate(decoding, options, () => {
    const before = iteration === 0 ? [...channel] : [...posterior];
    for (let m = 0; m < rows.length; m++) update(decoding, checkNode, m, iteration, (n) => before[n]);
    iteration++;
    channel.forEach((value, n) => {
      const messages = terms[n].map((m) => (m < 0 ? 0 : toVariable[m].get(n)!));
      const prior = options.prior?.(value, posterior[n], n, arithmetic) ?? value;
      posterior[n] = posteriorOf(prior, messages, arithmetic, options.partialSums);
    });
  });
}

/** Channel LLR plus messages in partial sums. Each partial sum is rounded as a posterior before the partial sums are added. */
function posteriorOf(
  channel: number,
  messages: readonly number[],
  { add, posterior }: Arithmetic,
  partialSums = 1,
): number {
  const sums = Array.from({ length: partialSums }, (_, i) =>
    messages.filter((_, k) => k % partialSums === i).reduce(add, i === 0 ? channel : 0),
  );
  return posterior(partialSums === 1 ? sums[0] : sums.map((sum) => posterior(sum)).reduce(add));
}

/**
 * Layered: the posteriors change after each check. Checks follow in the order of the layers.
 * @param layers check numbers of each layer.
 */
export function decodeLayered(
  matrix: ParityCheckMatrix,
  layers: Iterable<Iterable<number>>,
  llr: readonly number[],
  checkNode: BinaryCheckNode,
  options: BinaryOptions,
): BinaryResult {
  const decoding = start(matrix, llr, options);
  const { arithmetic, channel, posterior, toVariable } = decoding;
  const priors = [...channel];
  // As in a flooding schedule, where a prior joins the posterior behind the checks: they read a prior of the posterior two iterations before theirs.
  const next = [...channel];
  const priorOf = (n: number, before: number) =>
    arithmetic.posterior(options.prior!(channel[n], before, n, arithmetic));
  let iteration = 0;
  return iterate(decoding, options, () => {
    for (const n of options.prior === undefined ? [] : channel.keys()) {
      if (iteration > 0) {
        posterior[n] = arithmetic.posterior(arithmetic.add(posterior[n], arithmetic.add(next[n], -priors[n])));
        priors[n] = next[n];
        next[n] = priorOf(n, posterior[n]);
      } else if (options.carried !== undefined) next[n] = priorOf(n, options.carried[n]);
    }
    const all = [...layers];
    for (const layer of options.order?.(all.length, iteration).map((place) => all[place]) ?? all) {
      for (const m of layer) {
        for (const [n, t] of update(decoding, checkNode, m, iteration, (n) => posterior[n])) {
          posterior[n] = arithmetic.posterior(arithmetic.add(t, toVariable[m].get(n)!));
        }
      }
    }
    iteration++;
  });
}

/** Variables of degree 1 whose check has no other variable of degree 1. */
export function degreeOneVariables(matrix: ParityCheckMatrix): Set<number> {
  const terms = ascendingTerms(matrix);
  const single = terms.flatMap((checks, n) => (checks.length === 1 ? [n] : []));
  const perCheck = new Map<number, number>();
  for (const n of single) perCheck.set(terms[n][0], (perCheck.get(terms[n][0]) ?? 0) + 1);
  return new Set(single.filter((n) => perCheck.get(terms[n][0]) === 1));
}

/**
 * Terms of flooding sums over the circulants of a base matrix, by block row and then by the entry's position in the row. A term is −1 if
 * the circulant has no one for the variable.
 */
export function baseTerms(base: BaseMatrix): number[][] {
  const { rows, columns, liftingSize: z, rowStart, column, shift, absent, checkOrder, symbolOrder } = base;
  const terms: number[][] = Array.from({ length: columns * z }, () => []);
  for (let r = 0; r < rows; r++) {
    for (let e = rowStart[r]; e < rowStart[r + 1]; e++) {
      for (let i = 0; i < z; i++) {
        const n = symbolOrder.first[column[e]] + ((i + shift[e]) % z) * symbolOrder.step[column[e]];
        const isAbsent = absent.some((one) => one.entry === e && one.index === i);
        terms[n].push(isAbsent ? -1 : checkOrder.first[r] + i * checkOrder.step[r]);
      }
    }
  }
  return terms;
}

/** The variables of each check by the entry of the base matrix, absent ones left out. */
export function baseEdges(base: BaseMatrix): number[][] {
  const { rows, liftingSize: z, rowStart, column, shift, absent, checkOrder, symbolOrder } = base;
  const edges: number[][] = [];
  for (let r = 0; r < rows; r++) {
    for (let i = 0; i < z; i++) {
      const entries = Array.from({ length: rowStart[r + 1] - rowStart[r] }, (_, k) => rowStart[r] + k);
      edges[checkOrder.first[r] + i * checkOrder.step[r]] = entries
        .filter((e) => !absent.some((one) => one.entry === e && one.index === i))
        .map((e) => symbolOrder.first[column[e]] + ((i + shift[e]) % z) * symbolOrder.step[column[e]]);
    }
  }
  return edges;
}

/** State of one frame. */
interface Decoding {
  /** Variables of each check, ascending. */
  readonly rows: readonly (readonly number[])[];
  /** Places in `rows` of the edges of each check, in the order in which decoders read them. */
  readonly orders: readonly (readonly number[])[];
  /** Number of each check's first edge. */
  readonly firstEdges: ArrayLike<number>;
  readonly arithmetic: Arithmetic;
  readonly channel: readonly number[];
  readonly posterior: number[];
  /** Messages by check, then by variable. */
  readonly toVariable: readonly Map<number, number>[];
  readonly syndrome: ArrayLike<number>;
  readonly degreeOne: ReadonlySet<number>;
  readonly edge?: EdgeOracle;
  /** Messages that checks read in the iteration before, by check, then by variable. */
  readonly read: readonly Map<number, number>[];
  readonly observe?: MessageObserver;
}

function start(
  matrix: ParityCheckMatrix,
  llr: readonly number[],
  {
    arithmetic = float64,
    syndrome = new Uint8Array(matrix.rows),
    degreeOne: leaves = new Set(),
    edgesOfChecks,
    edge,
    observe,
  }: BinaryOptions,
): Decoding {
  if (matrix.field.q !== 2) throw new Error(`the code is over GF(${matrix.field.q}), not GF(2)`);
  if (llr.length !== matrix.columns || syndrome.length !== matrix.rows) throw new Error("lengths are not the code's");
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m).map(([n]) => n));
  const orders = rows.map((variables, m) => {
    const places = (edgesOfChecks?.[m] ?? variables).map((n) => variables.indexOf(n));
    return [false, true].flatMap((isLeaf) => places.filter((i) => leaves.has(variables[i]) === isLeaf));
  });
  const channel = llr.map((value) => arithmetic.channel(value));
  const toVariable = rows.map((variables) => new Map(variables.map((n) => [n, 0])));
  const read = rows.map(() => new Map<number, number>());
  const state = { toVariable, read, posterior: [...channel] };
  return {
    rows,
    orders,
    firstEdges: matrix.checkStart,
    arithmetic,
    channel,
    ...state,
    syndrome,
    degreeOne: leaves,
    edge,
    observe,
  };
}

/** Replaces the messages of check m. @returns the posteriors of its variables less its last messages, by variable. */
function update(
  {
    rows,
    orders,
    firstEdges,
    arithmetic,
    channel,
    toVariable,
    syndrome,
    degreeOne: leaves,
    edge,
    read,
    observe,
  }: Decoding,
  checkNode: BinaryCheckNode,
  m: number,
  iteration: number,
  posterior: (n: number) => number,
): Map<number, number> {
  const t = rows[m].map((n) =>
    leaves.has(n) ? channel[n] : arithmetic.difference(posterior(n), toVariable[m].get(n)!),
  );
  const others = new Map(rows[m].map((n, i) => [n, t[i]]));
  if (edge !== undefined) {
    for (const [i, n] of rows[m].entries()) {
      t[i] = edge(t[i], read[m].get(n), arithmetic);
      read[m].set(n, arithmetic.message(t[i]));
    }
  }
  for (const [i, n] of rows[m].entries()) observe?.(m, n, t[i]);
  const outgoing = checkNode(t, syndrome[m] as 0 | 1, { iteration, firstEdge: firstEdges[m], order: orders[m] });
  for (const [i, n] of rows[m].entries()) toVariable[m].set(n, arithmetic.message(outgoing[i]));
  return others;
}

function iterate(
  { rows, posterior, syndrome }: Decoding,
  { iterations, stop = false }: BinaryOptions,
  iteration: () => void,
): BinaryResult {
  if (iterations < 1) throw new Error(`${iterations} iterations: at least 1`);
  const unsatisfied = new Array<boolean>(iterations).fill(false);
  for (let done = 1; ; done++) {
    iteration();
    const decision = posterior.map((value) => (value < 0 ? 1 : 0));
    unsatisfied[done - 1] = rows.some(
      (variables, m) => variables.reduce((sum, n) => sum ^ decision[n], 0) !== syndrome[m],
    );
    if (done === iterations || (stop && !unsatisfied[done - 1])) {
      return { decision, unsatisfied, iterations: done, posterior };
    }
  }
}

function ascendingTerms(matrix: ParityCheckMatrix): number[][] {
  const terms: number[][] = Array.from({ length: matrix.columns }, () => []);
  for (let m = 0; m < matrix.rows; m++) for (const [n] of rowEntries(matrix, m)) terms[n].push(m);
  return terms;
}
