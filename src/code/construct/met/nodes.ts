import { InputError } from "../../../errors.ts";
import { sum } from "../../../sum.ts";
import { edgeTypes, type MetEnsemble, type NodeType, nodeTypeText } from "./ensemble.ts";

/** Rules for ensembles whose numbers of nodes are not whole. */
export const ROUNDINGS = ["none", "nearest"] as const;
export type Rounding = (typeof ROUNDINGS)[number];

/** Nodes of a graph: the degrees of each, by edge type. */
export interface GraphNodes {
  /** Variables of degree 1 last. */
  readonly variables: readonly (readonly number[])[];
  readonly checks: readonly (readonly number[])[];
}

/** The sockets of an edge type at both sides. */
interface SocketCounts {
  readonly variables: number;
  readonly checks: number;
}

/**
 * The nodes of a graph with the given number of variables.
 *
 * `none`: the ensemble must ask for whole numbers of nodes. `nearest`: numbers of variables and of checks are rounded to the
 * nearest that keep their totals. If the sockets of an edge type then do not match, its checks get one socket more or
 * one less each: less at checks of highest degree, more at checks of lowest degree. Checks with one socket of the type
 * (the checks of variables of degree 1) keep it.
 * @throws InputError if a number of nodes is not whole (`none`), or if sockets cannot be made to match so.
 */
export function graphNodes(ensemble: MetEnsemble, variables: number, rounding: Rounding): GraphNodes {
  const nodes = {
    variables: expand(ensemble.variables, nodeCounts(ensemble.variables, variables, rounding, "variables")),
    checks: expand(ensemble.checks, nodeCounts(ensemble.checks, variables, rounding, "checks")),
  };
  const checks = nodes.checks.map((degrees) => [...degrees]);
  for (let t = 0; t < edgeTypes(ensemble); t++) {
    const counts = { variables: count(nodes.variables, t), checks: count(checks, t) };
    if (counts.variables !== counts.checks) matchSockets(checks, t, counts);
  }
  const isLeaf = (degrees: readonly number[]): boolean => sum(degrees) === 1;
  return {
    variables: [...nodes.variables.filter((node) => !isLeaf(node)), ...nodes.variables.filter(isLeaf)],
    checks,
  };
}

/** Number of nodes of each type; with `nearest` by largest remainders. */
function nodeCounts(
  types: readonly NodeType[],
  variables: number,
  rounding: Rounding,
  side: keyof GraphNodes,
): number[] {
  // Products of decimals: 0.3 · 10 is not 3 in binary.
  const wanted = types.map(({ fraction }) => Number((fraction * variables).toFixed(6)));
  const broken = wanted.findIndex((number) => !Number.isInteger(number));
  if (broken < 0) return wanted;
  if (rounding === "none") {
    throw new InputError(
      `${variables} columns make ${wanted[broken]} ${side} of type ${nodeTypeText(types[broken])}: ` +
        "change their number, or allow --rounding nearest",
    );
  }
  const counts = wanted.map(Math.floor);
  const missing = Math.round(sum(wanted)) - sum(counts);
  const byRemainder = [...wanted.keys()].sort((a, b) => remainder(wanted[b]) - remainder(wanted[a]) || a - b);
  for (const i of byRemainder.slice(0, missing)) counts[i]++;
  const lost = counts.indexOf(0);
  if (lost >= 0) {
    throw new InputError(
      `${variables} columns leave no ${side} of type ${nodeTypeText(types[lost])} (${wanted[lost]}): take more columns`,
    );
  }
  return counts;
}

function matchSockets(checks: number[][], t: number, { variables, checks: atChecks }: SocketCounts): void {
  const step = Math.sign(variables - atChecks);
  const able = [...checks.keys()].filter((m) => checks[m][t] > 1);
  const inOrder = able.sort((a, b) => step * (checks[a][t] - checks[b][t]) || b - a);
  const needed = Math.abs(variables - atChecks);
  if (needed > inOrder.length) {
    throw new InputError(
      `rounded, edge type x${t + 1} has ${variables} sockets at variables and ${atChecks} at checks: ` +
        `of the checks only ${inOrder.length} can have one more or less; take another number of columns`,
    );
  }
  for (const m of inOrder.slice(0, needed)) checks[m][t] += step;
}

function expand(types: readonly NodeType[], counts: readonly number[]): (readonly number[])[] {
  return types.flatMap(({ degrees }, i) => Array.from({ length: counts[i] }, () => degrees));
}

function count(nodes: readonly (readonly number[])[], t: number): number {
  return sum(nodes.map((degrees) => degrees[t]));
}

function remainder(value: number): number {
  return value - Math.floor(value);
}
