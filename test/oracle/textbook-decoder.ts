import { checkLayers } from "../../src/code/layers.ts";
import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { multiply } from "../../src/galois/field.ts";
import type { CheckNodeOracle } from "./check-node/check-domain.ts";
import { exactF32, type MessageDomain } from "./message-domain.ts";

export interface TextbookRequest {
  readonly rule: CheckNodeOracle;
  /** How messages are kept and combined; f32 numbers, refusing what f32 would round, if left out. */
  readonly domain?: MessageDomain;
  /** Flooding if left out. Layers are built as for an unstructured code. */
  readonly schedule?: "flooding" | "layered";
  /** At least 1. */
  readonly iterations: number;
  /** Stop when all checks hold; all iterations are done if left out. */
  readonly stop?: boolean;
  /** By check, what H·word is to be; all zero if left out. */
  readonly syndrome?: ArrayLike<number>;
}

export interface TextbookResult {
  /** The decision after the last iteration that was done. */
  readonly decision: number[];
  /** After each iteration, whether a check failed; iterations not done any more count as not failed. */
  readonly unsatisfied: boolean[];
  /** Iterations done. */
  readonly iterations: number;
}

/** A decoding over GF(q), with what the last iteration that was done left behind, in the domain's own values. */
export interface TextbookDecoding extends TextbookResult {
  /** [variable][symbol]. */
  readonly posterior: number[][];
  /** What the checks were given, [check][entry of its row][symbol]. */
  readonly toCheck: number[][][];
  /** Their messages, likewise. */
  readonly toVariable: number[][][];
}

/**
 * Iterative decoding over GF(q): Algorithm 1 of Wang et al. 2012 with any check-node rule, schedule and number format,
 * with no regard for layout.
 * @param llr [variable][symbol], ln P(s)/P(a) with s the likeliest symbol.
 * @throws Error if llr or syndrome do not fit the code, an LLR vector has not 0 for its least, or the domain refuses a value.
 */
export function decodeTextbook(
  matrix: ParityCheckMatrix,
  llr: readonly (readonly number[])[],
  request: TextbookRequest,
): TextbookDecoding {
  const state = start(matrix, llr, request);
  return iterate(state, request, request.schedule === "layered" ? layeredIteration(state) : floodingIteration(state));
}

/** State of one frame. */
interface State {
  readonly matrix: ParityCheckMatrix;
  readonly domain: MessageDomain;
  /** By check its entries: variable and value. */
  readonly rows: readonly (readonly (readonly [n: number, h: number])[])[];
  readonly channel: readonly (readonly number[])[];
  /** By variable. */
  readonly posterior: number[][];
  /** By check, by entry. */
  readonly toCheck: number[][][];
  readonly toVariable: number[][][];
  /** New messages of a check from `toCheck`. */
  readonly updateCheck: (m: number) => void;
  readonly syndrome: ArrayLike<number>;
}

function start(
  matrix: ParityCheckMatrix,
  llr: readonly (readonly number[])[],
  { rule, domain = exactF32, syndrome = new Uint8Array(matrix.rows) }: TextbookRequest,
): State {
  const { field, columns } = matrix;
  if (llr.length !== columns || syndrome.length !== matrix.rows) throw new Error("lengths are not the code's");
  const bad = llr.findIndex((vector) => vector.length !== field.q || Math.min(...vector) !== 0);
  if (bad >= 0) throw new Error(`LLRs of variable ${bad} are not ${field.q} numbers of which the least is 0`);
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m));
  const channel = llr.map((vector) => domain.channel(vector));
  const toCheck = rows.map((row) => row.map(([n]) => domain.first(channel[n])));
  const toVariable = rows.map((row) => row.map(() => new Array<number>(field.q).fill(domain.nothing)));
  const updateCheck = (m: number) => {
    const values = rows[m].map(([, h]) => h);
    toVariable[m] = rule(field, values, toCheck[m], syndrome[m]).map((message) => message.map(domain.toVariable));
  };
  const posterior = llr.map((vector) => domain.prior(vector));
  return { matrix, domain, rows, channel, posterior, toCheck, toVariable, updateCheck, syndrome };
}

/** All variables but in the first iteration, all checks, all posteriors. */
function floodingIteration({ domain, rows, channel, posterior, toCheck, toVariable, updateCheck }: State): () => void {
  const entriesOf = channel.map((_, n) =>
    rows.flatMap((row, m) => row.flatMap(([column], i) => (column === n ? [{ m, i }] : []))),
  );
  /** Channel and checks, in ascending order, but one. */
  const heard = (n: number, except?: number) =>
    channel[n].map((own, a) =>
      entriesOf[n]
        .filter(({ m }) => m !== except)
        .reduce((sum, { m, i }) => domain.combine(sum, toVariable[m][i][a]), own),
    );
  let first = true;
  return () => {
    if (!first) {
      rows.forEach((row, m) => {
        toCheck[m] = row.map(([n]) => normalised(domain, heard(n, m)).map(domain.toCheck));
      });
    }
    first = false;
    for (const m of rows.keys()) updateCheck(m);
    for (const n of posterior.keys()) posterior[n] = heard(n);
  };
}

function normalised(domain: MessageDomain, totals: readonly number[]): number[] {
  return domain.without(totals.map(domain.keep), new Array<number>(totals.length).fill(domain.nothing));
}

/** Layer after layer, check by check, posteriors changed at once. */
function layeredIteration({ matrix, domain, rows, posterior, toCheck, toVariable, updateCheck }: State): () => void {
  const checks = checkLayers(matrix).flatMap((layer) => [...layer]);
  return () => {
    for (const m of checks) {
      const others = rows[m].map(([n], i) => domain.without(posterior[n], toVariable[m][i]));
      toCheck[m] = others.map((vector) => vector.map(domain.toCheck));
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
