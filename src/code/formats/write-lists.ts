import type { ParityCheckMatrix } from "../parity-check-matrix.ts";
import { tannerGraph } from "../tanner-graph.ts";
import type { ValueConvention } from "./format.ts";
import { storedValue } from "./values.ts";

/** The parts from which the text formats are put together: lines of numbers. */
export interface ListLines {
  /** `dvmax dcmax`. */
  readonly maximumDegrees: string;
  readonly columnDegrees: string;
  readonly rowDegrees: string;
  /** Per column its row indices, and per row its column indices. */
  readonly columnLists: readonly string[];
  readonly rowLists: readonly string[];
}

/**
 * The lists of a matrix with indices from 1.
 * @param values convention of the value after each index; none if left out.
 * @param padded whether lists shorter than the longest end in index 0 (and value 0).
 */
export function listLines(matrix: ParityCheckMatrix, padded: boolean, values?: ValueConvention): ListLines {
  const graph = tannerGraph(matrix);
  const lists = (start: Uint32Array, edges: Uint32Array | null, others: Uint32Array, maximum: number): string[] =>
    Array.from({ length: start.length - 1 }, (_, i) => {
      const words: number[] = [];
      for (let position = start[i]; position < start[i + 1]; position++) {
        const edge = edges === null ? position : edges[position];
        words.push(others[edge] + 1);
        if (values !== undefined) words.push(storedValue(matrix.field, graph.edgeValue[edge], values));
      }
      const padding = padded ? maximum - (start[i + 1] - start[i]) : 0;
      return [...words, ...new Array(padding * (values === undefined ? 1 : 2)).fill(0)].join(" ");
    });
  const { checkStart, variableStart, checkDegreeMaximum, variableDegreeMaximum } = graph;
  return {
    maximumDegrees: `${variableDegreeMaximum} ${checkDegreeMaximum}`,
    columnDegrees: degreeLine(variableStart),
    rowDegrees: degreeLine(checkStart),
    columnLists: lists(variableStart, graph.variableEdge, graph.edgeCheck, variableDegreeMaximum),
    rowLists: lists(checkStart, null, graph.edgeVariable, checkDegreeMaximum),
  };
}

/** Per row its column indices from 0, and per row its values, as two lists of lines. */
export function indexAndValueLines(
  matrix: ParityCheckMatrix,
  values: ValueConvention,
): { indices: string[]; values: string[] } {
  const lines = (entry: (edge: number) => number): string[] =>
    Array.from({ length: matrix.rows }, (_, m) => {
      const words: number[] = [];
      for (let edge = matrix.checkStart[m]; edge < matrix.checkStart[m + 1]; edge++) words.push(entry(edge));
      return words.join(" ");
    });
  return {
    indices: lines((edge) => matrix.variable[edge]),
    values: lines((edge) => storedValue(matrix.field, matrix.value[edge], values)),
  };
}

/** The degrees of one side on one line. */
function degreeLine(start: Uint32Array): string {
  return Array.from(start.subarray(1), (end, i) => end - start[i]).join(" ");
}
