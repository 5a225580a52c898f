import { InputError } from "../../errors.ts";
import { galoisField } from "../../galois/field.ts";
import { requireOptions } from "../../options.ts";
import { requireSeed } from "../../seed.ts";
import { shellWord } from "../../shell-word.ts";
import type { Code } from "../code.ts";
import { type ParityCheckMatrix, parityCheckMatrix } from "../parity-check-matrix.ts";
import { codeReport } from "../report.ts";
import { finish, type Steps } from "../steps.ts";
import type { DegreeCount } from "../tanner-graph.ts";
import { type DispersionOptions, dispersionCode } from "./dispersion.ts";
import { type LabelMethod, labelEdges } from "./labels.ts";
import type { MetRecipe } from "./met.ts";
import { regularGraphSteps } from "./peg.ts";

/**
 * All that decides a constructed code: the same recipe makes the same bytes everywhere.
 * @example
 * const recipe: Recipe = {
 *   family: "peg",
 *   name: "peg48-gf16",
 *   q: 16,
 *   polynomial: 0x13,
 *   n: 48,
 *   degrees: [2, 4],
 *   labels: "random",
 *   seed: 7,
 *   attempts: 4,
 * };
 */
export type Recipe = DispersionRecipe | PegRecipe;

/** Families of constructed codes; a file of the family `met` holds several codes (`metFamily`). */
export const FAMILIES = ["peg", "dispersion", "met"] as const satisfies readonly (Recipe | MetRecipe)["family"][];

interface RecipeBase {
  /** Name of the code, file-name safe. */
  readonly name: string;
  /** Field size. */
  readonly q: number;
  /** Primitive polynomial, bit i the coefficient of x^i. */
  readonly polynomial: number;
}

/** Finite-field dispersion: see `dispersionCode`. */
interface DispersionRecipe extends RecipeBase, DispersionOptions {
  readonly family: "dispersion";
}

/** Regular graph by progressive edge growth, then labels: see `regularGraph` and `labelEdges`. */
interface PegRecipe extends RecipeBase {
  readonly family: "peg";
  /** N. */
  readonly n: number;
  readonly degrees: readonly [variable: number, check: number];
  readonly labels: LabelMethod;
  /** Key of the random numbers, 0 … 2³² − 1. */
  readonly seed: number;
  /** Graphs to choose from. */
  readonly attempts: number;
}

/**
 * Constructs a code: a regular graph by progressive edge growth (Hu, Eleftheriou and Arnold, 2005) with labels, or a quasi-cyclic code by
 * dispersion of a finite field (Zeng et al., 2008). The code's `source` is the command line that constructs it again.
 * @param recipe field, size, degrees and seed.
 * @throws InputError for parameters that allow no such code.
 * @example
 * const recipe = { family: "peg", name: "peg96", q: 2, polynomial: 3, n: 96, degrees: [3, 6] } as const;
 * constructCode({ ...recipe, labels: "random", seed: 1, attempts: 2 }).matrix.rows; // → 48
 */
export function constructCode(recipe: Recipe): Code {
  const common = { family: true, name: true, q: true, polynomial: true };
  if (recipe.family === "peg") {
    requireOptions("constructCode", recipe, {
      ...common,
      n: true,
      degrees: true,
      labels: true,
      seed: true,
      attempts: true,
    });
  } else if (recipe.family === "dispersion") {
    requireOptions("constructCode", recipe, { ...common, rows: true, columns: true, mask: true });
  } else throw new InputError(`recipe.family must be peg or dispersion, not ${(recipe as Recipe).family}`);
  const { polynomial } = recipe;
  if (typeof polynomial !== "number") throw new InputError(`recipe.polynomial must be a number, not ${polynomial}`);
  return finish(constructCodeSteps(recipe));
}

/** `constructCode` in steps. @throws InputError as `constructCode`, at one of the steps. */
export function* constructCodeSteps(recipe: Recipe): Steps<Code> {
  const matrix = recipe.family === "peg" ? yield* pegSteps(recipe) : dispersionMatrix(recipe);
  const method =
    recipe.family === "peg"
      ? `progressive edge growth, ${recipe.labels} labels`
      : "finite-field dispersion (Zeng et al. 2008)";
  return {
    name: recipe.name,
    description: `${parameters(matrix)}, ${method}`,
    source: constructCommand(recipe),
    matrix,
  };
}

/** The command line that makes the code: `ldpc code construct …` with every option that decides it. */
function constructCommand(recipe: Recipe): string {
  const { family, q, polynomial, name } = recipe;
  const options = [
    `--family ${family}`,
    `--q ${q}`,
    `--polynomial 0x${polynomial.toString(16).toUpperCase()}`,
    ...(recipe.family === "peg" ? pegOptions(recipe) : dispersionOptions(recipe)),
    `--name ${shellWord(name)}`,
  ];
  return `ldpc code construct ${options.join(" ")}`;
}

/** A mask as the command line writes it: `0,2,3|0,1,6`. */
export function maskText(mask: readonly (readonly number[])[]): string {
  return mask.map((positions) => positions.join(",")).join("|");
}

function* pegSteps({ q, polynomial, n, degrees, labels, seed, attempts }: PegRecipe): Steps<ParityCheckMatrix> {
  requireSeed(seed);
  const field = galoisField(q, polynomial);
  const [variableDegree, checkDegree] = degrees;
  const graph = yield* regularGraphSteps({ variables: n, variableDegree, checkDegree, seed, attempts });
  return parityCheckMatrix(field, n, labelEdges(field, graph, labels, seed));
}

function dispersionMatrix(recipe: DispersionRecipe): ParityCheckMatrix {
  return dispersionCode(galoisField(recipe.q, recipe.polynomial), recipe);
}

function pegOptions({ n, degrees, labels, seed, attempts }: PegRecipe): string[] {
  return [
    `--n ${n}`,
    `--degrees ${degrees.join(",")}`,
    `--labels ${labels}`,
    `--seed ${seed}`,
    `--attempts ${attempts}`,
  ];
}

function dispersionOptions({ rows, columns, mask }: DispersionRecipe): string[] {
  const ranges = [`--rows ${rows.join("-")}`, `--columns ${columns.join("-")}`];
  return mask === undefined ? ranges : [...ranges, `--mask "${maskText(mask)}"`];
}

/** `(620,310) over GF(32), (3,6)-regular`, with the true k. */
function parameters(matrix: ParityCheckMatrix): string {
  const { n, k, q, variableDegrees, checkDegrees } = codeReport(matrix);
  const regular = variableDegrees.length === 1 && checkDegrees.length === 1;
  const degree = ([[value]]: readonly DegreeCount[]): number => value;
  return `(${n},${k}) over GF(${q})${regular ? `, (${degree(variableDegrees)},${degree(checkDegrees)})-regular` : ""}`;
}
