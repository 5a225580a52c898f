import { sum } from "../../sum.ts";
import { baseEntries } from "../base-matrix.ts";
import type { Code } from "../code.ts";
import { edgeTypes, type MetEnsemble, type NodeType, socketsPerSymbol } from "../construct/met.ts";
import { rowEntries } from "../parity-check-matrix.ts";
import { tannerGraph } from "../tanner-graph.ts";

/**
 * The ensemble of all lifts of a binary code's matrix, or of its base matrix where it is quasi-cyclic (J. Thorpe,
 * "Low-density parity-check codes constructed from protographs", IPN Progress Report 42-154, 2003). Edges whose messages
 * are alike in every iteration are one type: nodes are told apart by their degrees, then by the nodes around them, until
 * nothing more is told apart. A spatially coupled chain so has half of its edge types, a regular matrix one.
 * @returns undefined for a code over another field, with shortened symbols, in parts punctured or without a one in a column.
 */
export function protographEnsemble({ name, matrix, base, punctured, shortened }: Code): MetEnsemble | undefined {
  if (matrix.field.q !== 2 || (shortened?.length ?? 0) > 0) return undefined;
  const { rows, columns } = base ?? matrix;
  const z = base?.liftingSize ?? 1;
  const edges =
    base === undefined
      ? Array.from({ length: rows }, (_, m) => rowEntries(matrix, m).map(([n]) => [m, n] as const)).flat()
      : baseEntries(base).map(([m, n]) => [m, n] as const);
  const silent = new Set(punctured);
  const symbolOf = (block: number, i: number) =>
    base === undefined ? block : base.symbolOrder.first[block] + i * base.symbolOrder.step[block];
  const silentBlocks = Array.from({ length: columns }, (_, n) => silent.has(symbolOf(n, 0)));
  if (silentBlocks.filter((isSilent) => isSilent).length * z !== silent.size) return undefined;
  const around = [
    Array.from({ length: columns }, (): number[] => []),
    Array.from({ length: rows }, (): number[] => []),
  ];
  for (const [m, n] of edges) {
    around[0][n].push(m);
    around[1][m].push(n);
  }
  if (around[0].some(({ length }) => length === 0)) return undefined;
  let colours = [silentBlocks.map(Number), around[1].map(() => 0)];
  for (let before = 0; ; ) {
    const next = colours.map((own, side) =>
      numbered(
        own.map((colour, i) => `${colour}:${around[side][i].map((j) => colours[1 - side][j]).sort((a, b) => a - b)}`),
      ),
    );
    const count = new Set(next[0]).size + new Set(next[1]).size;
    colours = next;
    if (count === before) break;
    before = count;
  }
  return { name, description: "all lifts of its protograph", source: "", ...edgeTyped(edges, colours, silentBlocks) };
}

/**
 * The ensemble of all codes whose nodes have as many edges of each type as a code's nodes. An edge's type says what is at its ends: a variable
 * of degree 1 or above, sent or not, and a check with or without variables of degree 1, sent or not. Where all variables are sent and have
 * two edges or more, there is one type, and the degrees of the nodes are the ensemble. Without these types a share of the checks would
 * have two variables of degree 1, which no decoder can tell apart, and there would be no threshold (T. Richardson and R. Urbanke,
 * "Multi-edge type LDPC codes", 2004). Shortened symbols are known: they are left out.
 * @returns undefined for a code over a field other than GF(2), and for transmissions of 5G, which may send a symbol several times.
 */
export function degreeEnsemble({ name, matrix, punctured, shortened, sending }: Code): MetEnsemble | undefined {
  if (matrix.field.q !== 2 || sending !== undefined) return undefined;
  const known = new Set(shortened);
  const silent = new Set(punctured);
  const kept = Array.from({ length: matrix.columns }, (_, n) => n).filter((n) => !known.has(n));
  const columnOf = new Map(kept.map((n, i) => [n, i]));
  const { variableStart } = tannerGraph(matrix);
  const isSilent = kept.map((n) => silent.has(n));
  const variables = kept.map((n, i) => 2 * Number(variableStart[n + 1] - variableStart[n] === 1) + Number(isSilent[i]));
  const edges: (readonly [check: number, variable: number])[] = [];
  const checks = Array.from({ length: matrix.rows }, (_, m) => {
    const around = rowEntries(matrix, m).flatMap(([n]) => columnOf.get(n) ?? []);
    for (const n of around) edges.push([m, n]);
    return around.reduce((leaves, n) => (variables[n] < 2 ? leaves : leaves | variables[n]), 0);
  });
  const nodes = edgeTyped(edges, [variables, checks], isSilent);
  const byDegree = (a: NodeType, b: NodeType) => sum(a.degrees) - sum(b.degrees);
  const types = nodes.variables[0].degrees.length;
  return {
    name,
    description: `all codes with the ${types === 1 ? "degrees" : `edges of ${types} types`} of its nodes`,
    source: "",
    variables: nodes.variables.sort(byDegree),
    checks: nodes.checks.sort(byDegree),
  };
}

/** The node types of a graph whose edges have the colours of their ends as type. A check without an edge checks nothing and is left out. */
function edgeTyped(
  edges: readonly (readonly [check: number, variable: number])[],
  [variables, checks]: readonly (readonly number[])[],
  isSilent: readonly boolean[],
) {
  const types = new Map<string, number>();
  const around = [variables, checks].map((nodes) => nodes.map((): number[] => []));
  for (const [m, n] of edges) {
    const kind = `${variables[n]} ${checks[m]}`;
    const type = types.get(kind) ?? types.size;
    types.set(kind, type);
    around[0][n].push(type);
    around[1][m].push(type);
  }
  const nodes = (side: 0 | 1): NodeType[] => {
    const kinds = new Map<string, { count: number; readonly degrees: number[]; readonly silent: boolean }>();
    around[side].forEach((ofNode, i) => {
      const degrees = Array.from(types, () => 0);
      for (const type of ofNode) degrees[type]++;
      const silent = side === 0 && isSilent[i];
      const kind = `${degrees} ${silent}`;
      const known = kinds.get(kind);
      if (known === undefined) kinds.set(kind, { count: 1, degrees, silent });
      else known.count++;
    });
    return [...kinds.values()]
      .filter(({ degrees }) => side === 0 || sum(degrees) > 0)
      .map(({ count, degrees, silent }) => ({
        fraction: count / variables.length,
        degrees,
        ...(silent && { punctured: true as const }),
      }));
  };
  return { variables: nodes(0), checks: nodes(1) };
}

/** Numbers for texts, equal texts the same. */
function numbered(texts: readonly string[]): number[] {
  const numbers = new Map([...new Set(texts)].sort().map((text, i) => [text, i]));
  return texts.map((text) => numbers.get(text)!);
}

/** F. Brännström, L. Rasmussen and A. Grant, IEEE Trans. Inf. Theory 51(9), 2005, eq. (14) and (15). */
const [H1, H2, H3] = [0.3073, 0.8935, 1.1064];

/** Mutual information of a bit and its LLR, a Gaussian with mean s²/2 and variance s². */
function information(s: number): number {
  return (1 - 2 ** (-H1 * s ** (2 * H2))) ** H3;
}

/** The inverse of `information`. */
function deviationOf(i: number): number {
  return i >= 1 ? Number.POSITIVE_INFINITY : (-Math.log2(1 - i ** (1 / H3)) / H1) ** (1 / (2 * H2));
}

/** Iterations of an analysis, and the information of all messages at which decoding has succeeded. */
const ROUNDS = 1_000;
const SURE = 1 - 1e-6;

/**
 * Whether sum-product decoding over BPSK with AWGN succeeds by protograph EXIT analysis: messages are taken for Gaussian
 * and followed by one number for each edge type (G. Liva and M. Chiani, "Protograph LDPC codes design based on EXIT
 * analysis", GLOBECOM 2007). Hundreds of times faster than density evolution, and right to a few hundredths of a dB.
 * @param snr 1/σ².
 */
export function exitConverges(ensemble: MetEnsemble, snr: number): boolean {
  const { variables, checks } = ensemble;
  const types = edgeTypes(ensemble);
  /** Sum of the variances of a node's messages. */
  const total = (variances: readonly number[], { degrees }: NodeType, without?: number) =>
    degrees.reduce(
      (all, degree, t) => (degree === 0 ? all : all + (degree - (t === without ? 1 : 0)) * variances[t]),
      0,
    );
  const average = (nodes: readonly NodeType[], t: number, of: (node: NodeType) => number) =>
    nodes.reduce((all, node) => (node.degrees[t] === 0 ? all : all + node.fraction * node.degrees[t] * of(node)), 0) /
    socketsPerSymbol(nodes, t);
  // A finite bound, because 0 of infinitely many is not a number.
  const variance = (i: number) => Math.min(deviationOf(i) ** 2, VARIANCE_MOST);
  const own = ({ punctured }: NodeType) => (punctured ? 0 : 4 * snr);
  const inner = variables.filter(({ degrees }) => sum(degrees) > 1);
  let messages = types.map(() => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const toChecks = types.map((t) =>
      average(variables, t, (node) => information(Math.sqrt(own(node) + total(messages, node, t)))),
    );
    const mirrored = toChecks.map((i) => variance(1 - i));
    const now = types.map((t) =>
      variance(1 - average(checks, t, (node) => information(Math.sqrt(total(mirrored, node, t))))),
    );
    if (inner.every((node) => information(Math.sqrt(own(node) + total(now, node))) > SURE)) return true;
    if (now.every((value, t) => value - messages[t] < STALLED * value)) return false;
    messages = now;
  }
  return false;
}

/** Relative change of all messages' variances below which they are at a fixed point. */
const STALLED = 1e-5;
const VARIANCE_MOST = 1e4;
