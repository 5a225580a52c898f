import type { TannerGraph } from "../../../code/tanner-graph.ts";
import { constantBuffer, type ProgramBuffer } from "../../../gpu/program.ts";
import type { MessageLayout } from "./options.ts";

/** The graph as the kernels read it. */
export interface GraphBuffers {
  /** check_start, check_edges, variable_start, variable_edges. */
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
  /** Elements of one frame's message array. */
  readonly messages: number;
}

/**
 * Index tables of a graph for a message layout. Symbol a of an edge's message is at base + a·stride, so the layout is
 * data: kernels are the same for all. With slot i the edge's place in its check m (Wang et al. 2012, section IV-F, first
 * index fastest):
 * - `NqM`: m·(degree·q) + a·degree + i, a check node's block together;
 * - `MNq`: a·(M·D) + i·M + m, D the largest degree, a symbol's q values far apart.
 */
export function graphBuffers(graph: TannerGraph, layout: MessageLayout): GraphBuffers {
  const { checks, edges, q, checkStart, edgeCheck, checkDegreeMaximum } = graph;
  const checkEdges = new Uint32Array(4 * edges);
  for (let e = 0; e < edges; e++) {
    const m = edgeCheck[e];
    const i = e - checkStart[m];
    const [base, stride] =
      layout === "NqM"
        ? [checkStart[m] * q + i, checkStart[m + 1] - checkStart[m]]
        : [i * checks + m, checks * checkDegreeMaximum];
    checkEdges.set([graph.edgeVariable[e], graph.edgeValue[e], base, stride], 4 * e);
  }
  const variableEdges = new Uint32Array(2 * edges);
  graph.variableEdge.forEach((e, k) => {
    variableEdges.set(checkEdges.subarray(4 * e + 2, 4 * e + 4), 2 * k);
  });
  return {
    buffers: {
      check_start: constantBuffer(graph.checkStart),
      check_edges: constantBuffer(checkEdges),
      variable_start: constantBuffer(graph.variableStart),
      variable_edges: constantBuffer(variableEdges),
    },
    messages: layout === "NqM" ? edges * q : checks * checkDegreeMaximum * q,
  };
}
