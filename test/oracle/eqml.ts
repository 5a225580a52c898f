import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import type { BinaryResult, MessageObserver } from "./binary/decoder.ts";

/** Reprocessing of one frame as the EQML paper has it (section 1.2). */
export interface ReprocessOptions {
  readonly rule: "eqml" | "abp";
  readonly stages: number;
  readonly alpha: number;
  /** By check, what H·word is to be; all zero if left out. */
  readonly syndrome?: ArrayLike<number>;
  /** Sign changes of one message that are counted at most; all if left out. */
  readonly countMaximum?: number;
}

/** A position and the bit that it is saturated to. */
export interface Saturated {
  readonly position: number;
  readonly bit: 0 | 1;
}

/** A decoding with the positions of a path saturated. */
export interface Test {
  readonly path: readonly Saturated[];
  readonly decision: readonly number[];
  readonly satisfied: boolean;
  /** Position that its children saturate, if it has any. */
  readonly chosen?: number;
}

export interface Reprocessed {
  /** All tests that are to be done, the first decoding in front, by stage and path. */
  readonly tests: readonly Test[];
  /** The likeliest word that a test converged to, or else the decision of the first decoding. */
  readonly decision: readonly number[];
  readonly satisfied: boolean;
}

/** LLR of certainty: never saturated. */
const CERTAIN = 2 ** 20;

/**
 * The tree of tests of one frame by recursion.
 * @param decode decodes given LLRs and tells of every message to a check.
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
  // Recursion goes in depth first; among equally likely words the first is that of the earliest stage.
  tests.sort((a, b) => a.path.length - b.path.length || pathNumber(a.path) - pathNumber(b.path));
  const list = tests.filter(({ satisfied }) => satisfied).map(({ decision }) => decision);
  if (list.length === 0) return { tests, decision: tests[0].decision, satisfied: false };
  const most = Math.max(...list.map((word) => correlation(llr, word)));
  return { tests, decision: list.find((word) => correlation(llr, word) === most)!, satisfied: true };
}

/** Σ LLR·(1 − 2·bit): the larger, the likelier is the word. */
export function correlation(llr: readonly number[], word: readonly number[]): number {
  return llr.reduce((sum, value, n) => sum + value * (1 - 2 * word[n]), 0);
}

/** A path's bits as a number, the first choice highest. */
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

/** Changes of the signs of messages from one iteration to the next, summed over the edges of a variable. */
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

/** Checks of a variable that a decision fails. */
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
