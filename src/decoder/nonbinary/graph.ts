import type { TannerGraph } from "../../code/tanner-graph.ts";
import { type GaloisField, inverse, multiply } from "../../galois/field.ts";
import { constantBuffer, type ProgramBuffer } from "../../gpu/program.ts";

/** The graph as the kernels with a frame-interleaved layout read it; all frames share it. */
export function frameGraphBuffers(graph: TannerGraph, field: GaloisField): Readonly<Record<string, ProgramBuffer>> {
  const { edges, edgeVariable, edgeValue, variableEdge } = graph;
  const checkEdges = new Uint32Array(2 * edges);
  const variableEdges = new Uint32Array(2 * edges);
  for (let e = 0; e < edges; e++) {
    checkEdges.set([edgeVariable[e], edgeValue[e]], 2 * e);
    variableEdges.set([variableEdge[e], edgeValue[variableEdge[e]]], 2 * e);
  }
  return {
    check_start: constantBuffer(graph.checkStart),
    check_edges: constantBuffer(checkEdges),
    variable_start: constantBuffer(graph.variableStart),
    variable_edges: constantBuffer(variableEdges),
    products: constantBuffer(multiplicationTable(field, (h) => h)),
    quotients: constantBuffer(multiplicationTable(field, (h) => inverse(field, h))),
  };
}

/** [h][max(q, 4)]: factor(h)·a; the row of h = 0 and the padding of rows of GF(2) are zero. */
export function multiplicationTable(field: GaloisField, factor: (h: number) => number): Uint32Array {
  const { q } = field;
  const row = Math.max(q, 4);
  const table = new Uint32Array(q * row);
  for (let h = 1; h < q; h++) for (let a = 0; a < q; a++) table[h * row + a] = multiply(field, factor(h), a);
  return table;
}
