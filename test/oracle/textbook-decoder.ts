import { checkLayers } from "../../src/code/layers.ts";
import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { multiply } from "../../src/galois/field.ts";
import type { CheckNodeOracle } from "./check-node/check-domain.ts";
import { exactF32, type MessageDomain } from "./message-domain.ts";

export interface TextbookRequest {
  readonly rule: CheckNodeOracle;
  /** Storage and combination of messages. The default is f32 numbers with an error at any operation that f32 would round. */
  readonly domain?: MessageDomain;
  /** Default: flooding. Layers are built as for an unstructured code. */
  readonly schedule?: "flooding" | "layered";
  /** Number of iterations, at least 1. */
  readonly iterations: number;
  /** Stop when all checks hold. Default: run all iterations. */
  readonly stop?: boolean;
  /** H·word by check. Default: zero. */
  readonly syndrome?: ArrayLike<number>;
  /** Checks of each layer in the order of an iteration. Default: the layers of the code, in order. */
  readonly layers?: (iteration: number) => readonly Iterable<number>[];
  readonly nodes?: NodeOracles;
  /** A check's message in its stored form by the weight of its edge; edges follow the rows of H. */
  readonly weighted?: (value: number, edge: number, iteration: number) => number;
  /** Posteriors of an earlier decoding, from which the rule of variables goes on. Default: the channel's. */
  readonly carried?: readonly (readonly number[])[];
}

/** Rules of variables and edges. Their numbers are costs, in which the likeliest symbol has 0. */
export interface NodeOracles {
  readonly costs: CostArithmetic;
  /** What stands in for the channel's vector after an iteration with this posterior. */
  readonly prior?: (channel: readonly number[], posterior: readonly number[], n: number) => number[];
  /** The message that a check reads, and that which it read in the iteration before. */
  readonly edge?: (t: readonly number[], before?: readonly number[]) => number[];
}

/** How a domain's values are costs. */
export interface CostArithmetic {
  costs(vector: readonly number[]): number[];
  values(costs: readonly number[]): number[];
  /** The largest costs of a prior, and of a posterior to which the change of a prior is added. */
  readonly mostPrior: number;
  readonly mostPosterior: number;
  readonly round: (cost: number) => number;
}

export interface TextbookResult {
  /** The decision after the last iteration that ran. */
  readonly decision: number[];
  /** Whether a check failed after each iteration. Iterations that did not run count as not failed. */
  readonly unsatisfied: boolean[];
  readonly iterations: number;
}

/** A decoding over GF(q) with the state after its last iteration, in the values of the domain. */
export interface TextbookDecoding extends TextbookResult {
  /** [variable][symbol]. */
  readonly posterior: number[][];
  /** Messages from variables to checks, [check][entry of its row][symbol]. */
  readonly toCheck: number[][][];
  /** Messages from checks to variables, [check][entry of its row][symbol]. */
  readonly toVariable: number[][][];
}

/**
 * Iterative decoding over GF(q): Algorithm 1 of Wang et al. 2012 with any check-node rule, schedule and number format. Data structures are
 * the simplest.
 * @param llr [variable][symbol], ln P(s)/P(a) with s the likeliest symbol.
 * @throws Error if the sizes of llr or syndrome do not fit the code, the minimum of an LLR vector is not 0, or the domain refuses a value.
 */
export function decodeTextbook(
  matrix: ParityCheckMatrix,
  llr: readonly (readonly number[])[],
  request: TextbookRequest,
): TextbookDecoding {
  const state = start(matrix, llr, request);
  return iterate(
    state,
    request,
    request.schedule === "layered" ? layeredIteration(state, request) : floodingIteration(state, request),
  );
}

interface State {
  readonly matrix: ParityCheckMatrix;
  readonly domain: MessageDomain;
  /** Entries of each check: variable and value. */
  readonly rows: readonly (readonly (readonly [n: number, h: number])[])[];
  readonly channel: readonly (readonly number[])[];
  /** Posteriors by variable and symbol. */
  readonly posterior: number[][];
  /** Messages by check, entry and symbol. */
  readonly toCheck: number[][][];
  readonly toVariable: number[][][];
  /** Computes new messages of a check from `toCheck`. */
  readonly updateCheck: (m: number) => void;
  readonly syndrome: ArrayLike<number>;
  /** Priors by variable and symbol. */
  readonly priors: number[][];
  /** The message to a check as its edge's rule makes it. */
  readonly read: (m: number, i: number, t: readonly number[]) => number[];
}

function start(
  matrix: ParityCheckMatrix,
  llr: readonly (readonly number[])[],
  { rule, domain = exactF32, syndrome = new Uint8Array(matrix.rows), nodes, weighted }: TextbookRequest,
): State {
  const { field, columns } = matrix;
  if (llr.length !== columns || syndrome.length !== matrix.rows) throw new Error("lengths are not the code's");
  const bad = llr.findIndex((vector) => vector.length !== field.q || Math.min(...vector) !== 0);
  if (bad >= 0) throw new Error(`LLRs of variable ${bad} are not ${field.q} numbers of which the least is 0`);
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m));
  const channel = llr.map((vector) => domain.channel(vector));
  const toCheck = rows.map((row) => row.map(([n]) => domain.first(channel[n])));
  const toVariable = rows.map((row) => row.map(() => new Array<number>(field.q).fill(domain.nothing)));
  const updates = new Uint32Array(matrix.rows);
  const updateCheck = (m: number) => {
    const values = rows[m].map(([, h]) => h);
    const iteration = updates[m]++;
    toVariable[m] = rule(field, values, toCheck[m], syndrome[m]).map((message, i) =>
      message.map((value) => {
        const made = domain.toVariable(value);
        return weighted === undefined ? made : weighted(made, matrix.checkStart[m] + i, iteration);
      }),
    );
  };
  const posterior = llr.map((vector) => domain.prior(vector));
  const before = new Map<string, readonly number[]>();
  const read = (m: number, i: number, t: readonly number[]) => {
    if (nodes?.edge === undefined) return [...t];
    const costs = nodes.edge(least0(nodes.costs, nodes.costs.costs(t)), before.get(`${m} ${i}`));
    before.set(`${m} ${i}`, costs);
    return normalised(domain, nodes.costs.values(least0(nodes.costs, costs)));
  };
  const priors = [...channel];
  return { matrix, domain, rows, channel, posterior, toCheck, toVariable, updateCheck, syndrome, priors, read };
}

/** Costs less the least of them. */
function least0({ round }: CostArithmetic, costs: readonly number[]): number[] {
  const least = Math.min(...costs);
  return costs.map((cost) => round(cost - least));
}

/** The prior after an iteration with this posterior, as costs. */
function nextPrior({ costs, prior }: NodeOracles, channel: readonly number[], posterior: readonly number[], n: number) {
  const changed = prior!(costs.costs(channel), least0(costs, costs.costs(posterior)), n);
  return least0(costs, changed).map((cost) => Math.min(cost, costs.mostPrior));
}

/** One iteration: all variables (except in the first iteration), all checks, all posteriors. */
function floodingIteration(
  { domain, rows, channel, posterior, toCheck, toVariable, updateCheck, priors, read }: State,
  { nodes, carried }: TextbookRequest,
): () => void {
  const entriesOf = channel.map((_, n) =>
    rows.flatMap((row, m) => row.flatMap(([column], i) => (column === n ? [{ m, i }] : []))),
  );
  // Prior and the messages of all checks but one, in ascending order.
  const heard = (n: number, except?: number) =>
    priors[n].map((own, a) =>
      entriesOf[n]
        .filter(({ m }) => m !== except)
        .reduce((sum, { m, i }) => domain.combine(sum, toVariable[m][i][a]), own),
    );
  let first = true;
  return () => {
    if (!first) {
      rows.forEach((row, m) => {
        toCheck[m] = row.map(([n], i) => read(m, i, normalised(domain, heard(n, m))).map(domain.toCheck));
      });
    } else if (nodes?.edge) {
      rows.forEach((row, m) => {
        toCheck[m] = row.map(([n], i) => read(m, i, normalised(domain, channel[n])).map(domain.toCheck));
      });
    }
    for (const m of rows.keys()) updateCheck(m);
    for (const n of posterior.keys()) {
      const before = first ? carried?.[n] : posterior[n];
      if (before !== undefined && nodes?.prior) {
        priors[n] = nodes.costs.values(nextPrior(nodes, channel[n], before, n)).map(domain.keep);
      }
      posterior[n] = heard(n);
    }
    first = false;
  };
}

function normalised(domain: MessageDomain, totals: readonly number[]): number[] {
  return domain.without(totals.map(domain.keep), new Array<number>(totals.length).fill(domain.nothing));
}

/** One iteration: layer by layer and check by check, with posteriors that change at once. */
function layeredIteration(
  { matrix, domain, rows, channel, posterior, toCheck, toVariable, updateCheck, read }: State,
  { nodes, carried, layers = () => checkLayers(matrix) }: TextbookRequest,
): () => void {
  const priors = posterior.map((vector) => (nodes ? nodes.costs.costs(vector) : []));
  // As in a flooding schedule, where priors join the sums behind the checks: they read priors of the posteriors two iterations before theirs.
  const next = [...priors];
  const first = [...posterior];
  let iteration = 0;
  return () => {
    for (const n of nodes?.prior === undefined ? [] : channel.keys()) {
      const { costs } = nodes!;
      if (iteration > (carried === undefined ? 1 : 0)) {
        const own = least0(costs, costs.costs(posterior[n]));
        const changed = own.map((cost, a) => costs.round(cost + costs.round(next[n][a] - priors[n][a])));
        posterior[n] = costs.values(least0(costs, changed).map((cost) => Math.min(cost, costs.mostPosterior)));
        priors[n] = next[n];
      }
      const before = iteration === 0 ? carried?.[n] : posterior[n];
      if (before !== undefined) next[n] = nextPrior(nodes!, first[n], before, n);
    }
    const checks = layers(iteration++).flatMap((layer) => [...layer]);
    for (const m of checks) {
      const others = rows[m].map(([n], i) => domain.without(posterior[n], toVariable[m][i]));
      toCheck[m] = others.map((vector, i) => read(m, i, vector).map(domain.toCheck));
      updateCheck(m);
      for (const [i, [n]] of rows[m].entries()) {
        posterior[n] = others[i].map((value, a) => domain.combine(value, toVariable[m][i][a]));
      }
    }
  };
}

function iterate(
  { matrix, domain, rows, posterior, toCheck, toVariable, syndrome }: State,
  { iterations, stop = false }: TextbookRequest,
  iteration: () => void,
): TextbookDecoding {
  if (iterations < 1) throw new Error(`${iterations} iterations: at least 1`);
  const unsatisfied = new Array<boolean>(iterations).fill(false);
  for (let done = 1; ; done++) {
    iteration();
    const decision = posterior.map((vector) => domain.decide(vector));
    unsatisfied[done - 1] = rows.some(
      (row, m) => row.reduce((sum, [n, h]) => sum ^ multiply(matrix.field, h, decision[n]), 0) !== syndrome[m],
    );
    if (done === iterations || (stop && !unsatisfied[done - 1])) {
      return { decision, unsatisfied, iterations: done, posterior, toCheck, toVariable };
    }
  }
}
