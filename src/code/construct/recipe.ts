import { InputError } from "../../errors.ts";
import { galoisField, hex } from "../../galois/field.ts";
import { requireOptions } from "../../options.ts";
import { requireSeed } from "../../seed.ts";
import { shellWord } from "../../shell-word.ts";
import { sum } from "../../sum.ts";
import { wordList } from "../../word-list.ts";
import { baseMatrix, expand } from "../base-matrix.ts";
import type { Code } from "../code.ts";
import { type ParityCheckMatrix, parityCheckMatrix } from "../parity-check-matrix.ts";
import { codeReport } from "../report.ts";
import { finish, type Steps } from "../steps.ts";
import type { DegreeCount } from "../tanner-graph.ts";
import { type DispersionOptions, dispersionCode } from "./dispersion.ts";
import { type LabelMethod, labelEdges } from "./labels.ts";
import { type MetRecipe, wholeShares } from "./met.ts";
import { irregularGraphSteps, regularGraphSteps } from "./peg.ts";
import {
  type Coupling,
  coupledProtograph,
  liftingSteps,
  type Objective,
  type Protograph,
  requireProtograph,
} from "./protograph.ts";

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
export type Recipe = DispersionRecipe | PegRecipe | IrregularRecipe | ProtographRecipe;

/** Families of constructed codes; a file of the family `met` holds several codes (`metFamily`). */
export const FAMILIES = [
  "peg",
  "irregular-peg",
  "repeat-accumulate",
  "protograph",
  "dispersion",
  "met",
] as const satisfies readonly (Recipe | MetRecipe)["family"][];

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

/** Regular graph by progressive edge growth, then labels: see `regularGraphSteps` and `labelEdges`. */
interface PegRecipe extends RecipeBase, Grown {
  readonly family: "peg";
  /** N. */
  readonly n: number;
  readonly degrees: readonly [variable: number, check: number];
}

/** The choices of a graph that grows at random. */
interface Grown {
  /** How field elements are put on the edges. */
  readonly labels: LabelMethod;
  /** Key of the random numbers, 0 … 2³² − 1. */
  readonly seed: number;
  /** Graphs to choose from. */
  readonly attempts: number;
}

/** Irregular graph by progressive edge growth with ACE: see `irregularGraphSteps`. */
interface IrregularRecipe extends RecipeBase, Grown {
  /** `repeat-accumulate`: the last M symbols are an accumulator's (D. Divsalar, H. Jin and R. McEliece 1998; irregular: Jin, Khandekar and McEliece 2000). */
  readonly family: "irregular-peg" | "repeat-accumulate";
  /** N. */
  readonly n: number;
  /** M. */
  readonly checks: number;
  /** Degrees, with the shares of variables that have them; of `repeat-accumulate` the shares of the N − M information symbols. */
  readonly degrees: readonly (readonly [degree: number, share: number])[];
}

/** Circulants in the place of a protograph's edges: see `liftingSteps`. */
interface ProtographRecipe extends RecipeBase, Grown {
  readonly family: "protograph";
  readonly protograph: Protograph;
  /** Spatially coupled copies of the protograph; a single one if left out. */
  readonly coupling?: Coupling;
  /** Order of the circulants. */
  readonly liftingSize: number;
  readonly objective: Objective;
  /** Variables of the protograph, of all its copies, that are never sent. */
  readonly punctured?: readonly number[];
}

/** Constructs a code from its recipe. */
type Maker<R extends Recipe> = {
  readonly members: Readonly<Record<Exclude<keyof R, keyof RecipeBase>, true>>;
  /** The options of the command line but for name and field. */
  readonly options: (recipe: R) => readonly string[];
  readonly make: (recipe: R) => Steps<Pick<Code, "matrix" | "base" | "punctured">>;
  readonly method: (recipe: R) => string;
};

const grown = { labels: true, seed: true, attempts: true } as const;
const grownOptions = ({ labels, seed, attempts }: Grown) => [
  `--labels ${labels}`,
  `--seed ${seed}`,
  `--attempts ${attempts}`,
];

const labelled = (q: number, labels: LabelMethod) => (q === 2 ? "" : `, ${labels} labels`);

const irregular: Maker<IrregularRecipe> = {
  members: { family: true, n: true, checks: true, degrees: true, ...grown },
  options: ({ n, checks, degrees, ...rest }) => [
    `--n ${n}`,
    `--checks ${checks}`,
    `--degrees ${degrees.map((each) => each.join(":")).join(",")}`,
    ...grownOptions(rest),
  ],
  *make({ family, q, polynomial, n, checks, degrees, labels, seed, attempts }) {
    requireSeed(seed);
    const field = galoisField(q, polynomial);
    const accumulates = family === "repeat-accumulate";
    const options = { variables: n, checks, degrees: nodeDegrees(n, checks, degrees, accumulates) };
    const graph = yield* irregularGraphSteps({ ...options, accumulates, seed, attempts });
    return { matrix: parityCheckMatrix(field, n, labelEdges(field, graph, labels, seed)) };
  },
  method: ({ family, q, labels }) =>
    `${family === "irregular-peg" ? "" : "repeat-accumulate, "}progressive edge growth with ACE${labelled(q, labels)}`,
};

/** How each family is made. */
const MAKERS: { readonly [Family in Recipe["family"]]: Maker<Extract<Recipe, { readonly family: Family }>> } = {
  peg: {
    members: { family: true, n: true, degrees: true, ...grown },
    options: ({ n, degrees, ...rest }) => [`--n ${n}`, `--degrees ${degrees.join(",")}`, ...grownOptions(rest)],
    *make({ q, polynomial, n, degrees, labels, seed, attempts }) {
      requireSeed(seed);
      const field = galoisField(q, polynomial);
      const [variableDegree, checkDegree] = degrees;
      const graph = yield* regularGraphSteps({ variables: n, variableDegree, checkDegree, seed, attempts });
      return { matrix: parityCheckMatrix(field, n, labelEdges(field, graph, labels, seed)) };
    },
    method: ({ labels }) => `progressive edge growth, ${labels} labels`,
  },
  "irregular-peg": irregular,
  "repeat-accumulate": irregular,
  protograph: {
    members: {
      family: true,
      protograph: true,
      coupling: true,
      liftingSize: true,
      objective: true,
      punctured: true,
      ...grown,
    },
    options: ({ protograph, coupling, liftingSize, objective, punctured, ...rest }) => [
      `--protograph "${protograph.map((row) => row.join(",")).join("|")}"`,
      ...(coupling === undefined
        ? []
        : [`--copies ${coupling.length}`, `--memory ${coupling.memory}`, `--ends ${coupling.ends}`]),
      `--lifting-sizes ${liftingSize}`,
      `--objective ${objective}`,
      ...(punctured === undefined ? [] : [`--punctured ${punctured.join(",")}`]),
      ...grownOptions(rest),
    ],
    *make({ q, polynomial, protograph, coupling, liftingSize: z, objective, punctured, labels, seed, attempts }) {
      requireSeed(seed);
      requireProtograph(protograph);
      const field = galoisField(q, polynomial);
      const whole = coupling === undefined ? protograph : coupledProtograph(protograph, coupling);
      const columns = whole[0].length;
      const entries = yield* liftingSteps(whole, z, { seed, attempts, objective });
      const base = baseMatrix(whole.length, columns, z, entries);
      const binary = expand(base);
      const unsent = (punctured ?? []).flatMap((column) => {
        if (!(Number.isInteger(column) && column >= 0 && column < protograph[0].length)) {
          throw new InputError(
            `punctured variable ${column} is outside the protograph, 0 … ${protograph[0].length - 1}`,
          );
        }
        const blocks = Array.from({ length: columns }, (_, c) => c).filter((c) => c % protograph[0].length === column);
        return blocks.flatMap((c) => Array.from({ length: z }, (_, i) => c * z + i));
      });
      const symbols = unsent.length === 0 ? {} : { punctured: Uint32Array.from(unsent).sort() };
      if (q === 2) return { matrix: binary, base, ...symbols };
      const rows = Array.from({ length: binary.rows }, (_, m) => [
        ...binary.variable.subarray(binary.checkStart[m], binary.checkStart[m + 1]),
      ]);
      return { matrix: parityCheckMatrix(field, binary.columns, labelEdges(field, rows, labels, seed)), ...symbols };
    },
    method: ({ coupling, liftingSize, q, labels }) => {
      const chain =
        coupling === undefined ? "" : `, ${coupling.length} copies with memory ${coupling.memory}, ${coupling.ends}`;
      return `protograph${chain}, Z = ${liftingSize}${labelled(q, labels)}`;
    },
  },
  dispersion: {
    members: { family: true, rows: true, columns: true, mask: true },
    options: ({ rows, columns, mask }) => [
      `--rows ${rows.join("-")}`,
      `--columns ${columns.join("-")}`,
      ...(mask === undefined ? [] : [`--mask "${maskText(mask)}"`]),
    ],
    // biome-ignore lint/correctness/useYield: one step
    *make(recipe) {
      return { matrix: dispersionCode(galoisField(recipe.q, recipe.polynomial), recipe) };
    },
    method: () => "finite-field dispersion (Zeng et al. 2008)",
  },
};

/**
 * Degrees of all variables, descending; of an accumulator, the last M have degree 2, the very last 1. Shares are rounded by largest remainders.
 * @throws InputError for shares that do not sum to 1, degrees that are not whole, or sizes that are not positive.
 */
function nodeDegrees(
  n: number,
  checks: number,
  degrees: IrregularRecipe["degrees"],
  accumulates: boolean,
): Uint32Array {
  const free = accumulates ? n - checks : n;
  if (!(Number.isInteger(n) && Number.isInteger(checks) && checks >= 1 && free >= 1)) {
    throw new InputError(`${n} symbols and ${checks} checks: give whole numbers, fewer checks than symbols`);
  }
  const total = sum(degrees.map(([, share]) => share));
  if (!(Math.abs(total - 1) < 1e-3)) throw new InputError(`the shares of the degrees sum to ${total}, not to 1`);
  for (const [degree, share] of degrees) {
    if (!(Number.isInteger(degree) && degree >= 1 && share > 0)) {
      throw new InputError(`degree ${degree} with share ${share}: give whole degrees from 1 with shares above 0`);
    }
  }
  const counts = wholeShares(degrees.map(([, share]) => (share / total) * free));
  const all = degrees.flatMap(([degree], i) => new Array<number>(counts[i]).fill(degree)).sort((a, b) => b - a);
  if (!accumulates) return Uint32Array.from(all);
  return Uint32Array.from([...all, ...new Array<number>(checks - 1).fill(2), 1]);
}

/**
 * Constructs a code: a graph by progressive edge growth (Hu, Eleftheriou and Arnold, 2005) with labels, a lifted protograph, or a
 * quasi-cyclic code by dispersion of a finite field (Zeng et al., 2008). The code's `source` is the command line that constructs it again.
 * @param recipe field, size, degrees and seed.
 * @throws InputError for parameters that allow no such code.
 * @example
 * const recipe = { family: "peg", name: "peg96", q: 2, polynomial: 3, n: 96, degrees: [3, 6] } as const;
 * constructCode({ ...recipe, labels: "random", seed: 1, attempts: 2 }).matrix.rows; // → 48
 */
export function constructCode(recipe: Recipe): Code {
  if (!Object.hasOwn(MAKERS, recipe.family)) {
    throw new InputError(`recipe.family must be ${wordList(Object.keys(MAKERS), "or")}, not ${recipe.family}`);
  }
  const { members } = MAKERS[recipe.family];
  requireOptions("constructCode", recipe, { name: true, q: true, polynomial: true, ...members } as never);
  const { polynomial } = recipe;
  if (typeof polynomial !== "number") throw new InputError(`recipe.polynomial must be a number, not ${polynomial}`);
  return finish(constructCodeSteps(recipe));
}

/** `constructCode` in steps. @throws InputError as `constructCode`, at one of the steps. */
export function* constructCodeSteps(recipe: Recipe): Steps<Code> {
  const maker = MAKERS[recipe.family] as Maker<Recipe>;
  const made = yield* maker.make(recipe);
  const { family, q, polynomial, name } = recipe;
  const options = [
    `--family ${family}`,
    `--q ${q}`,
    `--polynomial ${hex(polynomial)}`,
    ...maker.options(recipe),
    `--name ${shellWord(name)}`,
  ];
  return {
    name,
    description: `${parameters(made.matrix, family !== "peg" && family !== "dispersion")}, ${maker.method(recipe)}`,
    source: `ldpc code construct ${options.join(" ")}`,
    ...made,
  };
}

/** A mask as the command line writes it: `0,2,3|0,1,6`. */
export function maskText(mask: readonly (readonly number[])[]): string {
  return mask.map((positions) => positions.join(",")).join("|");
}

/** `(620,310) over GF(32), (3,6)-regular`, with the true k. */
function parameters(matrix: ParityCheckMatrix, hasGirth: boolean): string {
  const { n, k, q, variableDegrees, checkDegrees, girth } = codeReport(matrix);
  const regular = variableDegrees.length === 1 && checkDegrees.length === 1;
  const degree = ([[value]]: readonly DegreeCount[]): number => value;
  return `(${n},${k}) over GF(${q})${regular ? `, (${degree(variableDegrees)},${degree(checkDegrees)})-regular` : ""}${hasGirth ? `, girth ${girth ?? "infinite"}` : ""}`;
}
