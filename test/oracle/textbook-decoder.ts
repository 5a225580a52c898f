import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { multiply } from "../../src/galois/field.ts";
import { CERTAIN, type CheckNodeOracle } from "./check-nodes.ts";

/** Messages of a graph: by check, by variable, by symbol. */
type Messages = Map<number, Map<number, number[]>>;

export interface TextbookResult {
  /** The decision after the last iteration that was done. */
  readonly decision: number[];
  /** After each iteration, whether a check failed; iterations not done any more count as not failed. */
  readonly unsatisfied: boolean[];
  /** Iterations done. */
  readonly iterations: number;
}

/**
 * Iterative decoding by the nonbinary paper's Algorithm 1 in float64, with maps instead of layouts. Stops when all checks
 * are satisfied if `stop`, else after all iterations.
 * @param llr [variable][symbol].
 * @throws Error if a message is no f32 number: then equality with f32 decoders would be luck.
 */
export function decodeTextbook(
  matrix: ParityCheckMatrix,
  llr: readonly (readonly number[])[],
  rule: CheckNodeOracle,
  iterations: number,
  stop: boolean,
): TextbookResult {
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m));
  const checksOf = Array.from({ length: matrix.columns }, (_, n) =>
    rows.flatMap((row, m) => (row.some(([column]) => column === n) ? [m] : [])),
  );
  const toCheck: Messages = new Map(rows.map((row, m) => [m, new Map(row.map(([n]) => [n, [...llr[n]]]))]));
  const unsatisfied = new Array<boolean>(iterations).fill(false);
  for (let iteration = 0; ; iteration++) {
    const toVariable: Messages = new Map(
      rows.map((row, m) => {
        const inputs = row.map(([n]) => toCheck.get(m)!.get(n)!);
        const outputs = rule(
          matrix.field,
          row.map(([, h]) => h),
          inputs,
        );
        return [m, new Map(row.map(([n], i) => [n, outputs[i]]))];
      }),
    );
    const heard = (n: number, symbol: number, except?: number) =>
      checksOf[n]
        .filter((m) => m !== except)
        .reduce((sum, m) => single(sum + toVariable.get(m)!.get(n)![symbol]), llr[n][symbol]);
    const decision = llr.map((message, n) => {
      const posterior = message.map((_, symbol) => heard(n, symbol));
      return posterior.indexOf(Math.min(...posterior));
    });
    unsatisfied[iteration] = rows.some(
      (row) => row.reduce((sum, [n, h]) => sum ^ multiply(matrix.field, h, decision[n]), 0) !== 0,
    );
    if (iteration + 1 === iterations || (stop && !unsatisfied[iteration])) {
      return { decision, unsatisfied, iterations: iteration + 1 };
    }
    rows.forEach((row, m) => {
      for (const [n] of row) {
        const message = llr[n].map((_, symbol) => heard(n, symbol, m));
        const least = Math.min(...message);
        toCheck.get(m)!.set(
          n,
          message.map((value) => Math.min(single(value - least), CERTAIN)),
        );
      }
    });
  }
}

function single(value: number): number {
  if (Math.fround(value) !== value) throw new Error(`${value} is not an f32 number: the test's messages are too fine`);
  return value;
}
