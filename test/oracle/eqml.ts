import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import type { BinaryResult, MessageObserver } from "./binary/decoder.ts";

/** Options of reprocessing one frame as in section 1.2 of the EQML paper. */
export interface ReprocessOptions {
  readonly rule: "eqml" | "abp";
  readonly stages: number;
  readonly alpha: number;
  /** H·word by check. Default: zero. */
  readonly syndrome?: ArrayLike<number>;
  /** Largest count of sign changes of one message. Default: no limit. */
  readonly countMaximum?: number;
}

/** A position and the bit to which it is saturated. */
export interface Saturated {
  readonly position: number;
  readonly bit: 0 | 1;
}

/** A decoding in which the positions of a path are saturated. */
interface Test {
  readonly path: readonly Saturated[];
  readonly decision: readonly number[];
  readonly satisfied: boolean;
  /** Position that the children of this test saturate, if it has children. */
  readonly chosen?: number;
}

export interface Reprocessed {
  /** All tests by stage and path. The first decoding is test 0. */
  readonly tests: readonly Test[];
  /** The likeliest word to which a test converged, or the decision of the first decoding if no test converged. */
  readonly decision: readonly number[];
  readonly satisfied: boolean;
}

/** LLR of a certain position, which no test saturates. */
const CERTAIN = 2 ** 20;

/**
 * The tree of tests of one frame, by recursion.
 * @param decode decodes LLRs and reports every message from a variable to a check.
 */
export function reprocess(
  matrix: ParityCheckMatrix,
  llr: readonly number[],
  decode: (llr: readonly number[], observe: MessageObserver) => BinaryResult,
  options: ReprocessOptions,
): Reprocessed {
  const tests: Test[] = [];
  const visit = (path: readonly Saturated[]): void => {
    const given = [...llr];
    for (const { position, bit } of path) given[position] = bit === 0 ? options.alpha : -options.alpha;
    const changes = signChanges(matrix.columns, options.countMaximum);
    const { decision, unsatisfied, iterations } = decode(given, changes.observe);
    const satisfied = !unsatisfied[iterations - 1];
    const grows = !satisfied && path.length < options.stages;
    const weight = options.rule === "eqml" ? changes.ofVariable : failedChecks(matrix, decision, options.syndrome);
    const chosen = grows ? choose(llr, path, weight) : undefined;
    tests.push({ path, decision, satisfied, chosen });
    if (chosen === undefined) return;
    visit([...path, { position: chosen, bit: 0 }]);
    visit([...path, { position: chosen, bit: 1 }]);
  };
  visit([]);
  // The recursion is depth first. Among equally likely words the word of the earliest stage wins.
  tests.sort((a, b) => a.path.length - b.path.length || pathNumber(a.path) - pathNumber(b.path));
  const list = tests.filter(({ satisfied }) => satisfied).map(({ decision }) => decision);
  if (list.length === 0) return { tests, decision: tests[0].decision, satisfied: false };
  const most = Math.max(...list.map((word) => correlation(llr, word)));
  return { tests, decision: list.find((word) => correlation(llr, word) === most)!, satisfied: true };
}

/** Σ LLR·(1 − 2·bit). It is larger for a likelier word. */
export function correlation(llr: readonly number[], word: readonly number[]): number {
  return llr.reduce((sum, value, n) => sum + value * (1 - 2 * word[n]), 0);
}

/** A path's bits as a number. The first choice is the highest bit. */
export function pathNumber(path: readonly Saturated[]): number {
  return path.reduce((number, { bit }) => 2 * number + bit, 0);
}

function choose(
  llr: readonly number[],
  path: readonly Saturated[],
  weight: (variable: number) => number,
): number | undefined {
  const candidates = llr.flatMap((value, n) =>
    Math.abs(value) < CERTAIN && path.every(({ position }) => position !== n) ? [n] : [],
  );
  candidates.sort((a, b) => weight(b) - weight(a) || Math.abs(llr[a]) - Math.abs(llr[b]) || a - b);
  return candidates[0];
}

/** Sign changes of messages from one iteration to the next, summed over the edges of a variable. */
function signChanges(columns: number, maximum = Number.POSITIVE_INFINITY) {
  const edges: Map<number, { negative: boolean; changes: number }>[] = Array.from({ length: columns }, () => new Map());
  return {
    observe(check: number, variable: number, message: number): void {
      const negative = message < 0;
      const before = edges[variable].get(check) ?? { negative, changes: 0 };
      const changes = before.changes + (before.negative === negative ? 0 : 1);
      edges[variable].set(check, { negative, changes });
    },
    ofVariable: (variable: number) =>
      [...edges[variable].values()].reduce((sum, { changes }) => sum + Math.min(changes, maximum), 0),
  };
}

/** Number of a variable's checks that a decision fails. */
function failedChecks(
  matrix: ParityCheckMatrix,
  decision: readonly number[],
  syndrome: ArrayLike<number> = new Uint8Array(matrix.rows),
): (variable: number) => number {
  const degree = new Array<number>(matrix.columns).fill(0);
  for (let m = 0; m < matrix.rows; m++) {
    const row = rowEntries(matrix, m).map(([n]) => n);
    if (row.reduce((sum, n) => sum ^ decision[n], 0) === syndrome[m]) continue;
    for (const n of row) degree[n]++;
  }
  return (variable) => degree[variable];
}
