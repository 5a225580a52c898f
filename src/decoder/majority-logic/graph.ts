import type { TannerGraph } from "../../code/tanner-graph.ts";
import { type GaloisField, inverse, multiply } from "../../galois/field.ts";
import { constantBuffer, type ProgramBuffer } from "../../gpu/program.ts";

/** The graph in the layout of the kernels: each edge holds its factor. */
export function graphBuffers(graph: TannerGraph, field: GaloisField): Record<string, ProgramBuffer> {
  const { q, edges, edgeVariable, edgeCheck, edgeValue } = graph;
  const checkEdges = new Uint32Array(2 * edges);
  const variableEdges = new Uint32Array(2 * edges);
  for (let e = 0; e < edges; e++) checkEdges.set([edgeVariable[e], edgeValue[e]], 2 * e);
  graph.variableEdge.forEach((e, k) => {
    variableEdges.set([edgeCheck[e], inverse(field, edgeValue[e])], 2 * k);
  });
  return {
    check_start: constantBuffer(graph.checkStart),
    check_edges: constantBuffer(checkEdges),
    variable_start: constantBuffer(graph.variableStart),
    variable_edges: constantBuffer(variableEdges),
    products: constantBuffer(Uint32Array.from({ length: q * q }, (_, i) => multiply(field, Math.floor(i / q), i % q))),
  };
}
