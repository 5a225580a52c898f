import { galoisField } from "../../galois/field.ts";
import type { Code } from "../code.ts";
import { rank } from "../elimination.ts";
import type { ParityCheckMatrix } from "../parity-check-matrix.ts";
import { dispersionCode } from "./dispersion.ts";

/** All that decides a constructed code: the same recipe makes the same bytes everywhere. */
export type Recipe = DispersionRecipe;

interface RecipeBase {
  /** Name of the code, file-name safe. */
  readonly name: string;
  /** Field size. */
  readonly q: number;
  /** Primitive polynomial, bit i the coefficient of x^i. */
  readonly polynomial: number;
}

/** Finite-field dispersion: see `dispersionCode`. */
export interface DispersionRecipe extends RecipeBase {
  readonly family: "dispersion";
  readonly rows: readonly [first: number, last: number];
  readonly columns: readonly [first: number, last: number];
  readonly mask?: readonly (readonly number[])[];
}

/**
 * Makes the code; its source is the command line that makes it again.
 * @throws InputError for parameters that allow no such code.
 */
export function constructCode(recipe: Recipe): Code {
  const matrix = dispersionCode(galoisField(recipe.q, recipe.polynomial), recipe);
  return {
    name: recipe.name,
    description: `${parameters(matrix)}, finite-field dispersion (Zeng et al. 2008)`,
    source: constructCommand(recipe),
    matrix,
  };
}

/** The command line that makes the code: `ldpc code construct …` with every option that decides it. */
export function constructCommand(recipe: Recipe): string {
  const { family, q, polynomial, rows, columns, mask, name } = recipe;
  const options = [
    `--family ${family}`,
    `--q ${q}`,
    `--polynomial 0x${polynomial.toString(16).toUpperCase()}`,
    `--rows ${rows.join("-")}`,
    `--columns ${columns.join("-")}`,
    ...(mask === undefined ? [] : [`--mask "${maskText(mask)}"`]),
    `--name ${name}`,
  ];
  return `ldpc code construct ${options.join(" ")}`;
}

/** A mask as the command line writes it: `0,2,3|0,1,6`. */
export function maskText(mask: readonly (readonly number[])[]): string {
  return mask.map((positions) => positions.join(",")).join("|");
}

/** `(620,310) over GF(32)`, with the true k. */
function parameters(matrix: ParityCheckMatrix): string {
  const n = matrix.columns;
  return `(${n},${n - rank(matrix)}) over GF(${matrix.field.q})`;
}
