import { checkLayers } from "../../code/layers.ts";
import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";
import { tannerGraph } from "../../code/tanner-graph.ts";
import { degreeOneOfChecks } from "./degree-one.ts";
import type { BinaryGraph, CheckGroup, Layering } from "./graph.ts";

/**
 * The graph of an unstructured code. The layering "none" makes one layer of all checks, else they are coloured.
 * @param withDegreeOne false: variables of degree 1 are core variables.
 * @param untested checks that are not tested.
 */
export function unstructuredGraph(
  matrix: ParityCheckMatrix,
  { rule, order }: Layering,
  withDegreeOne = true,
  untested: Uint32Array = new Uint32Array(),
): BinaryGraph {
  const isUntested = new Set(untested);
  const graph = tannerGraph(matrix);
  const { checkStart, variable, rows, columns } = matrix;
  const degreeOneOf = withDegreeOne
    ? degreeOneOfChecks(graph.variableStart, graph.variableEdge, graph.edgeCheck, rows)
    : new Int32Array(rows).fill(-1);
  const isDegreeOne = new Uint8Array(columns);
  for (const n of degreeOneOf) if (n >= 0) isDegreeOne[n] = 1;
  const core = isDegreeOne.reduce((sum, degreeOne) => sum - degreeOne, columns);
  const symbol = new Uint32Array(columns);
  const number = new Uint32Array(columns);
  for (let n = 0, next = 0; n < columns; n++) {
    if (isDegreeOne[n] === 1) continue;
    number[n] = next;
    symbol[next++] = n;
  }

  const sets = rule === "none" ? [Uint32Array.from({ length: rows }, (_, m) => m)] : checkLayers(matrix, order);
  const groups: CheckGroup[] = [];
  const row: number[] = [];
  let message = 0;
  let degreeOne = core;
  const messageVariable = new Uint32Array(variable.length - (columns - core));
  sets.forEach((set, layer) => {
    for (const [key, checks] of groupBy(
      set,
      (m) => `${checkStart[m + 1] - checkStart[m]} ${degreeOneOf[m] >= 0} ${isUntested.has(m)}`,
    )) {
      const hasDegreeOne = degreeOneOf[checks[0]] >= 0;
      const degree = Number.parseInt(key, 10) - (hasDegreeOne ? 1 : 0);
      const count = checks.length;
      groups.push({
        layer,
        count,
        degree,
        message,
        check: row.length,
        entry: 0,
        ...(hasDegreeOne ? { degreeOne } : {}),
        ...(isUntested.has(checks[0]) ? { isUntested: true } : {}),
      });
      checks.forEach((m, t) => {
        let k = 0;
        for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
          if (isDegreeOne[variable[e]] === 0) messageVariable[message + k++ * count + t] = number[variable[e]];
          else symbol[degreeOne++] = variable[e];
        }
        row.push(m);
      });
      message += degree * count;
    }
  });
  return {
    variables: columns,
    core,
    checks: rows,
    edges: variable.length,
    messages: message,
    liftingSize: 1,
    groups,
    entries: new Uint32Array(),
    messageVariable,
    symbol,
    row: Uint32Array.from(row),
    layers: sets.length,
  };
}

function groupBy(values: Uint32Array, key: (value: number) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const value of values) {
    const name = key(value);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [value]);
    else group.push(value);
  }
  return groups;
}
