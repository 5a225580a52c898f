import { InputError } from "../../../errors.ts";
import { sum } from "../../../sum.ts";

/**
 * Multi-edge-type ensemble (T. Richardson and R. Urbanke, "Multi-edge type LDPC codes", 2004): node types with a degree
 * for each edge type, as in ν = 0.0775 x1²x2²⁰ + …; an edge joins a socket of its type at a variable to one at a check. Every
 * variable is sent over the channel.
 * @example
 * const regular: MetEnsemble = {
 *   name: "regular-3-6",
 *   description: "",
 *   source: "R. Gallager, 1962",
 *   variables: [{ fraction: 1, degrees: [3] }],
 *   checks: [{ fraction: 0.5, degrees: [6] }],
 * };
 * designRate(regular); // → 0.5
 */
export interface MetEnsemble {
  /** File-name safe. */
  readonly name: string;
  /** One line for listings. */
  readonly description: string;
  /** Publication. */
  readonly source: string;
  /** ν: variable node types. Their fractions sum to 1. */
  readonly variables: readonly NodeType[];
  /** μ: check node types. */
  readonly checks: readonly NodeType[];
}

/**
 * Nodes of one kind.
 * @example
 * const leaves: NodeType = { fraction: 0.9, degrees: [0, 1] };
 */
export interface NodeType {
  /** Number of such nodes for each symbol of the code. */
  readonly fraction: number;
  /** Edges of type 0, 1, 2, …: the exponents of x1, x2, x3, …. */
  readonly degrees: readonly number[];
}

/** A fault of an ensemble, with the path of the faulty member. */
export interface EnsembleProblem {
  readonly message: string;
  readonly path: readonly ["variables" | "checks", ...number[]];
}

/** Tolerance of sums of fractions, which are decimals of about six digits. */
const TOLERANCE = 1e-9;

/**
 * The first fault of the numbers of an ensemble: degree lists of different lengths, nodes without edges, fractions of
 * variables that do not sum to 1, edge types without edges, socket counts that do not match, no rate between 0 and 1.
 */
export function ensembleProblem(ensemble: MetEnsemble): EnsembleProblem | undefined {
  const { variables, checks } = ensemble;
  const types = variables[0].degrees.length;
  for (const [side, nodes] of [["variables", variables] as const, ["checks", checks] as const]) {
    for (const [i, { degrees }] of nodes.entries()) {
      if (degrees.length !== types) {
        return {
          message: `${degrees.length} degrees, but the first has ${types}: one for each edge type`,
          path: [side, i],
        };
      }
      if (degrees.every((degree) => degree === 0)) return { message: "a node type without edges", path: [side, i] };
    }
  }
  const sent = perSymbol(variables, () => 1);
  if (Math.abs(sent - 1) > TOLERANCE) {
    return { message: `the fractions of the variables sum to ${round(sent)}, not to 1`, path: ["variables"] };
  }
  for (let t = 0; t < types; t++) {
    const [left, right] = [socketsPerSymbol(variables, t), socketsPerSymbol(checks, t)];
    if (Math.abs(left - right) > TOLERANCE) {
      const counts = `${round(left)} for each symbol at variables and ${round(right)} at checks`;
      return { message: `sockets of edge type x${t + 1} do not match: ${counts}`, path: ["checks"] };
    }
    if (left === 0) return { message: `edge type x${t + 1} has no edges: leave it out`, path: ["variables"] };
  }
  const rate = designRate(ensemble);
  if (!(rate > TOLERANCE && rate < 1)) {
    return { message: `the design rate is ${round(rate)}: it must be above 0`, path: ["checks"] };
  }
  return undefined;
}

/** @throws InputError that names the ensemble and its first fault, as `ensembleProblem` finds it. */
export function requireEnsemble(ensemble: MetEnsemble): void {
  const problem = ensembleProblem(ensemble);
  if (problem === undefined) return;
  throw new InputError(`ensemble ${ensemble.name}, ${problem.path.join(".")}: ${problem.message}`);
}

/**
 * 1 − Σ μ: the rate if no checks depend on each other.
 * @param ensemble its check nodes decide.
 * @returns information bits for each bit, between 0 and 1.
 * @example
 * const variables = [{ fraction: 1, degrees: [3] }];
 * designRate({ name: "r", description: "", source: "", variables, checks: [{ fraction: 0.75, degrees: [4] }] }); // → 0.25
 */
export function designRate({ checks }: MetEnsemble): number {
  return round(1 - perSymbol(checks, () => 1));
}

/** Edges for each symbol: 3.7675 means 3.7675 million for a million bits. */
export function edgesPerSymbol({ variables }: MetEnsemble): number {
  return round(perSymbol(variables, ({ degrees }) => sum(degrees)));
}

/** Number of edge types. */
export function edgeTypes({ variables }: MetEnsemble): number {
  return variables[0].degrees.length;
}

/** Sockets of an edge type for each symbol. */
export function socketsPerSymbol(nodes: readonly NodeType[], type: number): number {
  return perSymbol(nodes, ({ degrees }) => degrees[type]);
}

/** The sum of a number over nodes, for each symbol of the code. @param of the number of a node of a type. */
export function perSymbol(nodes: readonly NodeType[], of: (node: NodeType) => number): number {
  return sum(nodes.map((node) => node.fraction * of(node)));
}

/** The edges of a node without one of the given type: those whose messages decide the message of that edge. */
export function otherDegrees(degrees: readonly number[], type: number): number[] {
  return degrees.map((degree, t) => degree - (t === type ? 1 : 0));
}

/** ν = 0.0775 x1²x2²⁰ as plain text: `0.0775 x1^2 x2^20`. */
export function nodeTypeText({ fraction, degrees }: NodeType): string {
  const factors = degrees.flatMap((d, t) => (d === 0 ? [] : [d === 1 ? `x${t + 1}` : `x${t + 1}^${d}`]));
  return `${fraction} ${factors.join(" ")}`;
}

/** Without the last digits that sums of decimals have. */
function round(value: number): number {
  return Number(value.toFixed(10));
}
