import { InputError } from "../../../errors.ts";
import { requireOptions } from "../../../options.ts";
import { requireSeed } from "../../../seed.ts";
import type { CodeFamily, FamilyEntry } from "../../code-family.ts";
import { reduceBitRows } from "../../elimination/bit-elimination.ts";
import type { BitRows } from "../../elimination/bit-rows.ts";
import { type RandomSource, randomSource } from "../random.ts";
import { designRate, type MetEnsemble, requireEnsemble } from "./ensemble.ts";
import { type GraphEdge, metGraph } from "./graph.ts";
import { type GraphNodes, graphNodes, type Rounding } from "./nodes.ts";
import { chooseShifts } from "./shifts.ts";

/**
 * All that decides a quasi-cyclic code of a multi-edge-type ensemble.
 * @example
 * const ensemble = {
 *   name: "regular-3-6",
 *   description: "",
 *   source: "",
 *   variables: [{ fraction: 1, degrees: [3] }],
 *   checks: [{ fraction: 0.5, degrees: [6] }],
 * };
 * const recipe: MetRecipe = {
 *   family: "met",
 *   name: "met-{n}",
 *   ensemble,
 *   ensembleName: "regular.json",
 *   columns: 12,
 *   liftingSizes: [16],
 *   rounding: "none",
 *   seed: 1,
 *   attempts: 10,
 * };
 */
export interface MetRecipe {
  /** Distinguishes the recipe from the recipes of `constructCode`. */
  readonly family: "met";
  /** Name of the codes, with {n}, {k} or {z} if there are several lifting sizes. */
  readonly name: string;
  /** Node types with their fractions and degrees. */
  readonly ensemble: MetEnsemble;
  /** How the command line names the ensemble. */
  readonly ensembleName: string;
  /** Block columns. */
  readonly columns: number;
  /** Ascending; each has shifts of its own. The codes have columns·Z symbols. */
  readonly liftingSizes: readonly number[];
  /** Whether numbers of nodes that are not whole are an error, `none`, or rounded, `nearest`. */
  readonly rounding: Rounding;
  /** Key of the random numbers, 0 … 2³² − 1. */
  readonly seed: number;
  /** Base graphs to draw at most until one has rows that do not depend on each other modulo 2. */
  readonly attempts: number;
}

/**
 * Quasi-cyclic codes of a multi-edge-type ensemble: one base graph with the ensemble's nodes and types of edges,
 * and for each lifting size shifts that avoid short cycles. Block columns of variables of
 * degree 1 come last, each with shift 0. The source is the command line that makes them again.
 *
 * Rows of H can only be independent if the rows of the base matrix are independent modulo 2, so base graphs are drawn
 * until one has such rows. Ensembles with even degrees only have no such graph; the description then states the number
 * of dependent rows.
 * @param recipe ensemble, block columns, lifting sizes and seed.
 * @throws InputError for an ensemble whose numbers contradict each other or whose design rate is not above 0, numbers of nodes that are
 * not whole, no block columns, lifting sizes that do not ascend, no attempts, a seed out of range, or parallel edges that remain although
 * the base graph has room.
 * @example
 * const ensemble = {
 *   name: "regular-3-6",
 *   description: "",
 *   source: "",
 *   variables: [{ fraction: 1, degrees: [3] }],
 *   checks: [{ fraction: 0.5, degrees: [6] }],
 * };
 * const sizes = { columns: 12, liftingSizes: [16], rounding: "none", seed: 1, attempts: 10 } as const;
 * const family = metFamily({ family: "met", name: "met-{n}", ensemble, ensembleName: "regular.json", ...sizes });
 * familyCode(family, 16).name; // → "met-192"
 */
export function metFamily(recipe: MetRecipe): CodeFamily {
  requireOptions("metFamily", recipe, {
    ...{ family: true, name: true, ensemble: true, ensembleName: true, columns: true, liftingSizes: true },
    ...{ rounding: true, seed: true, attempts: true },
  });
  const { name, ensemble, columns, liftingSizes, rounding, seed, attempts } = recipe;
  const [first] = liftingSizes;
  if (first === undefined || liftingSizes.some((z, i) => !Number.isInteger(z) || z < 1 || liftingSizes[i - 1] >= z)) {
    throw new InputError(`lifting sizes ${liftingSizes.join(",")} must be positive integers that ascend`);
  }
  if (!Number.isInteger(attempts) || attempts < 1) throw new InputError(`number of attempts ${attempts} is below 1`);
  requireSeed(seed);
  requireEnsemble(ensemble);
  if (!(columns >= 1)) throw new InputError(`${columns} block columns: give 1 or more`);
  const random = randomSource(seed);
  const nodes = graphNodes(ensemble, columns, rounding);
  const { edges, dependent } = baseGraph(nodes, attempts, random);
  const shifts = liftingSizes.map((z) => chooseShifts(edges, z, random));
  const rows: FamilyEntry[][] = nodes.checks.map(() => []);
  for (const [e, { check, variable }] of edges.entries()) {
    rows[check].push([variable, ...shifts.map((ofSize) => ofSize[e])]);
  }
  for (const row of rows) row.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const rank = dependent === 0 ? "" : `, at least ${dependent} block rows with dependent checks`;
  return {
    name,
    description: `({n},{k}) over GF(2), multi-edge type, rate ${designRate(ensemble)}, Z = {z}${rank}`,
    source: metCommand(recipe),
    lifting:
      liftingSizes.length === 1
        ? { rule: "as given", size: first }
        : { rule: "s of the set mod z", sets: liftingSizes.map((z) => [z]) },
    puncturedColumns: [],
    columns,
    rows,
  };
}

/** The command line that makes the codes: `ldpc code construct --family met …` with every option that decides them. */
function metCommand({ name, ensembleName, columns, liftingSizes, rounding, seed, attempts }: MetRecipe): string {
  return [
    "ldpc code construct --family met",
    `--ensemble ${ensembleName}`,
    `--columns ${columns}`,
    `--lifting-sizes ${liftingSizes.join(",")}`,
    `--rounding ${rounding}`,
    `--seed ${seed}`,
    `--attempts ${attempts}`,
    `--name "${name}"`,
  ].join(" ");
}

/**
 * The first of several graphs whose rows are independent modulo 2, or else the graph with the fewest dependent rows.
 */
function baseGraph(
  nodes: GraphNodes,
  attempts: number,
  random: RandomSource,
): { edges: GraphEdge[]; dependent: number } {
  let best: { edges: GraphEdge[]; dependent: number } | undefined;
  for (let attempt = 0; attempt < attempts && best?.dependent !== 0; attempt++) {
    const edges = metGraph(nodes, random);
    const dependent = nodes.checks.length - rankModulo2(nodes, edges);
    if (best === undefined || dependent < best.dependent) best = { edges, dependent };
  }
  if (best === undefined) throw new InputError("no base graph was drawn");
  return best;
}

/** Rank of the base matrix whose elements are the numbers of edges modulo 2: that of H for shifts that are all 0. */
function rankModulo2({ variables, checks }: GraphNodes, edges: readonly GraphEdge[]): number {
  const width = Math.ceil(variables.length / 32);
  const matrix: BitRows = { rows: checks.length, width, words: new Uint32Array(checks.length * width) };
  for (const { check, variable } of edges) {
    matrix.words[check * width + (variable >>> 5)] ^= 1 << (variable & 31);
  }
  // Columns of degree 1 come last, and elimination begins with them.
  const order = Uint32Array.from(variables, (_, i) => variables.length - 1 - i);
  return reduceBitRows(matrix, order).length;
}
