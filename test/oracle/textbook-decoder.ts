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
}

export interface TextbookResult {
  /** The decision after the last iteration that ran. */
  readonly decision: number[];
  /** Whether a check failed after each iteration. Iterations that did not run count as not failed. */
  readonly unsatisfied: boolean[];
  /** Number of iterations that ran. */
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
  return iterate(state, request, request.schedule === "layered" ? layeredIteration(state) : floodingIteration(state));
}

/** State of one frame. */
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

/** One iteration: all variables (except in the first iteration), all checks, all posteriors. */
function floodingIteration({ domain, rows, channel, posterior, toCheck, toVariable, updateCheck }: State): () => void {
  const entriesOf = channel.map((_, n) =>
    rows.flatMap((row, m) => row.flatMap(([column], i) => (column === n ? [{ m, i }] : []))),
  );
  // Channel vector and the messages of all checks but one, in ascending order.
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

/** One iteration: layer by layer and check by check, with posteriors that change at once. */
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
