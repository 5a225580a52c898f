import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";
import { edgeOf, type FileWeights } from "../weights.ts";
import { type BinaryGraph, messageVariables } from "./graph.ts";
import type { BinaryArithmetic, RuleTables } from "./rule.ts";

/**
 * Tables of weights of edges. @param one the word of a scale of 1.
 * @returns the function of graph and code throws InputError if the lists do not suit the code.
 */
export function weightTables(weights: FileWeights, one: number): NonNullable<BinaryArithmetic["tables"]> {
  // Members of an ensemble have equal graphs, of one code and one choice of variables out of the loop.
  let made: { readonly core: number; readonly tables: RuleTables } | undefined;
  return (graph, code) => {
    if (made?.core === graph.core) return made.tables;
    weights.requireCode(code);
    const { matrix, base } = code;
    const { count, iterations } = weights;
    const byMessage = count === matrix.variable.length && count !== base?.column.length;
    const edges = count === 1 ? Int32Array.of(0) : weightedEdges(graph, matrix, byMessage);
    const words = weights.words(code, edges);
    const scales = words.filter((_, at) => at % 2 === 0 && edges[(at / 2) % edges.length] >= 0);
    const offsets = words.filter((_, at) => at % 2 === 1);
    const constants = {
      SCALES: scales.some((scale) => scale !== one) ? 1 : 0,
      ONES: scales.includes(one) ? 1 : 0,
      OFFSETS: offsets.some((offset) => offset !== 0) ? 1 : 0,
      WEIGHTS: edges.length,
      WEIGHT_ITERATIONS: iterations,
      WEIGHTS_BY_MESSAGE: byMessage ? 1 : 0,
      DEGREE_ONE_WEIGHTS: count === 1 ? 0 : edges.length - graph.checks,
    };
    made = { core: graph.core, tables: { words, constants } };
    return made.tables;
  };
}

/** The edge of each message, or of each circulant, then of each check's variable of degree 1; −1 where there is none. */
function weightedEdges(graph: BinaryGraph, matrix: ParityCheckMatrix, byMessage: boolean): Int32Array {
  const { groups, messages, entries, row, symbol, checks } = graph;
  const variables = messageVariables(graph);
  const places = byMessage ? messages : entries.length / 2;
  const edges = new Int32Array(places + checks).fill(-1);
  for (const { count, degree, message, check, entry, degreeOne } of groups) {
    for (let t = 0; t < count; t++) {
      const m = row[check + t];
      for (let k = 0; k < degree; k++) {
        const at = message + k * count + t;
        const edge = at === graph.absent ? -1 : edgeOf(matrix, m, symbol[variables[at]]);
        if (edge >= 0) edges[byMessage ? at : entry + k] = edge;
      }
      if (degreeOne !== undefined) edges[places + check + t] = edgeOf(matrix, m, symbol[degreeOne + t]);
    }
  }
  return edges;
}
