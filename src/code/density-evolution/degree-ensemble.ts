import type { Code } from "../code.ts";
import type { MetEnsemble, NodeType } from "../construct/met/ensemble.ts";

/**
 * The ensemble of all binary codes whose nodes have the degrees of this code's nodes, with edges of one type.
 * @returns undefined for a code over another field, with symbols that are not sent, or with variables of degree 0 or 1: edges of
 * one type then have no threshold.
 */
export function degreeEnsemble({ name, matrix, punctured, shortened }: Code): MetEnsemble | undefined {
  const { field, rows, columns, checkStart, variable } = matrix;
  if (field.q !== 2 || (punctured?.length ?? 0) + (shortened?.length ?? 0) > 0) return undefined;
  const degrees = new Uint32Array(columns);
  for (const column of variable) degrees[column]++;
  if (degrees.includes(0) || degrees.includes(1)) return undefined;
  const checks = Uint32Array.from({ length: rows }, (_, row) => checkStart[row + 1] - checkStart[row]);
  return {
    name,
    description: "all codes with the degrees of its nodes",
    source: "",
    variables: nodeTypes(degrees, columns),
    checks: nodeTypes(checks, columns),
  };
}

function nodeTypes(degrees: Uint32Array, columns: number): NodeType[] {
  const counts = new Map<number, number>();
  for (const degree of degrees) counts.set(degree, (counts.get(degree) ?? 0) + 1);
  const ascending = [...counts].sort(([a], [b]) => a - b);
  return ascending.map(([degree, count]) => ({ fraction: count / columns, degrees: [degree] }));
}
