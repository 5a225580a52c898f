import type { Code } from "../code.ts";
import type { MetEnsemble, NodeType } from "../construct/met/ensemble.ts";
import { type DegreeCount, degreeCounts } from "../degree-counts.ts";
import { tannerGraph } from "../tanner-graph.ts";

/**
 * The ensemble of all binary codes whose nodes have the degrees of this code's nodes, with edges of one type.
 * @returns undefined for a code over another field, with symbols that are not sent, or with variables of degree 0 or 1: edges of
 * one type then have no threshold.
 */
export function degreeEnsemble({ name, matrix, punctured, shortened }: Code): MetEnsemble | undefined {
  if (matrix.field.q !== 2 || (punctured?.length ?? 0) + (shortened?.length ?? 0) > 0) return undefined;
  const { variables: columns, variableStart, checkStart } = tannerGraph(matrix);
  const [variables, checks] = [variableStart, checkStart].map(degreeCounts);
  if (variables.some(([degree]) => degree < 2)) return undefined;
  return {
    name,
    description: "all codes with the degrees of its nodes",
    source: "",
    variables: nodeTypes(variables, columns),
    checks: nodeTypes(checks, columns),
  };
}

function nodeTypes(counts: readonly DegreeCount[], columns: number): NodeType[] {
  return counts.map(([degree, count]) => ({ fraction: count / columns, degrees: [degree] }));
}
