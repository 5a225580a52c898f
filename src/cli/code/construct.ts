import { basename } from "node:path";
import { LIFTING_SIZE_MAXIMUM } from "../../code/base-matrix.ts";
import type { Code } from "../../code/code.ts";
import { LABEL_METHODS } from "../../code/construct/labels.ts";
import type { Mask } from "../../code/construct/mask-search.ts";
import { type MetRecipe, metFamily, ROUNDINGS } from "../../code/construct/met.ts";

import { COUPLING_ENDS, OBJECTIVES } from "../../code/construct/protograph.ts";
import { constructCodeSteps, FAMILIES, type Recipe } from "../../code/construct/recipe.ts";
import { CSS_QUBITS_MAXIMUM, cssLogicals, writeCssJson } from "../../code/css/css.ts";
import { memoryCircuit, NOISE_MODELS } from "../../code/css/memory.ts";
import { PAIR_FAMILIES, permutationPair } from "../../code/css/permutation-pair.ts";
import {
  bivariateBicycle,
  polynomialText,
  productOfCodes,
  QUANTUM_FAMILIES,
  readPolynomial,
  type ScheduledCode,
} from "../../code/css/products.ts";
import { familyOf } from "../../code/formats/base-matrix.ts";
import { CODE_NAME, codeJson, writeCodeJson, writeFamily } from "../../code/formats/json.ts";

import { InputError } from "../../errors.ts";
import { defaultPolynomial } from "../../galois/primitive.ts";
import { loadCode, loadEnsemble, readText } from "../../node/codes/codes.ts";
import { requireWritable, writeNewFile } from "../../node/disk/disk.ts";
import { shellWord } from "../../shell-word.ts";
import { wordList } from "../../word-list.ts";
import {
  choice,
  defineCommand,
  flag,
  type Given,
  inGroup,
  integerOption,
  kebab,
  number,
  parsed,
  SEED,
  text,
  type Values,
} from "../command-line/option.ts";
import { checkUsage, UsageError } from "../command-line/parse.ts";
import { CODE_FILE_OPTIONS } from "../options/code.ts";
import { finishShowing, print, printJson } from "../output.ts";

function polynomialOption(name: string, example: string) {
  const describe = `bivariate-bicycle: polynomial ${name}`;
  return parsed({ seldom: true, placeholder: "POLYNOMIAL", example }, describe, readPolynomial);
}

const OPTIONS = {
  ...inGroup("Code", {
    family: choice(
      [...FAMILIES, ...QUANTUM_FAMILIES, ...PAIR_FAMILIES],
      { placeholder: "FAMILY", required: true },
      "peg: regular graph by progressive edge growth; irregular-peg: the same by a degree distribution; repeat-accumulate: with an accumulator; protograph: circulants in the place of its edges; dispersion: circulants over GF(q); met: multi-edge-type ensemble; bivariate-bicycle, hypergraph-product, lifted-product, circulant-pair, affine-pair: quantum codes, see --help-all",
    ),
    q: number(
      { placeholder: "Q", example: "32", whole: 2, maximum: 256 },
      "field size, a power of 2; of quantum codes of circulant-pair and affine-pair alone",
    ),
    n: number(
      { placeholder: "N", example: "200", whole: 1, maximum: 1_000_000 },
      "peg, irregular-peg, repeat-accumulate: code length in symbols",
    ),
    degrees: parsed(
      { placeholder: "DEGREES", example: "3,6" },
      "peg: degree of every variable and of every check; circulant-pair, affine-pair: the same, 2 and an even degree; irregular-peg, repeat-accumulate: degrees of variables (of information symbols), each with its share of them, such as 2:0.45,3:0.35,8:0.2",
      degreesOption,
    ),
    checks: number(
      { placeholder: "M", example: "500", whole: 1, maximum: 1_000_000 },
      "irregular-peg, repeat-accumulate: number of checks",
    ),
    protograph: parsed(
      { placeholder: "EDGES", example: "1,2,1,0,0|0,2,1,1,1|0,1,2,1,1" },
      "protograph: edges from each check to each variable, checks separated by |; or a file with a check on each line",
      protographOption,
    ),
    copies: number(
      { placeholder: "L", example: "20", whole: 2, maximum: 4096 },
      "protograph: copies of a spatially coupled code, with --memory",
    ),
    memory: number(
      { placeholder: "W", example: "2", whole: 1, maximum: 64 },
      "protograph: copies behind its own that the edges of a variable reach",
    ),
    ends: choice(
      COUPLING_ENDS,
      { defaultText: "terminated" },
      "protograph: ends of the copies: checks of lower degree, or a ring",
    ),
    objective: choice(
      OBJECTIVES,
      { seldom: true, defaultText: "cycles" },
      "protograph: avoid, behind girth, many shortest cycles, or cycles of little extrinsic degree (ACE)",
    ),
    punctured: parsed(
      { seldom: true, placeholder: "VARIABLES", example: "1" },
      "protograph: its variables that are never sent, from 0",
      (text, label) => integersOption(text, label, 0, 4095),
    ),
    labels: choice(
      LABEL_METHODS,
      { defaultText: "optimised" },
      "families by edge growth, and protograph: how field elements are put on the edges",
    ),
    rows: parsed({ placeholder: "RANGE", example: "0-9" }, "dispersion: rows of the base matrix", rangeOption),
    columns: text(
      { placeholder: "COLUMNS", example: "10-29" },
      "dispersion: columns of the base matrix, such as 10-29; met: number of columns of the base matrix",
    ),
    mask: parsed({ placeholder: "MASK", example: "0,2,3|0,1,6" }, "dispersion: blocks to keep", maskOption),
    ensemble: text(
      { placeholder: "ENSEMBLE", example: "met-r10" },
      "met: name or file of the multi-edge-type ensemble",
    ),
    "lifting-sizes": parsed(
      { placeholder: "SIZES", example: "25,250,2500" },
      "met: lifting size of each code; protograph, circulant-pair, affine-pair: lifting size",
      (text, label) => integersOption(text, label, 1, LIFTING_SIZE_MAXIMUM),
    ),
    rounding: choice(
      ROUNDINGS,
      { seldom: true, defaultText: "none" },
      "met: none refuses columns that do not divide into whole nodes of each type; nearest rounds, so that some checks have a socket more or less",
    ),
    orders: parsed(
      { seldom: true, placeholder: "L,M", example: "6,6" },
      "bivariate-bicycle: orders of x and y",
      (text, label) => integersOption(text, label, 1, CSS_QUBITS_MAXIMUM),
    ),
    a: polynomialOption("A", "x3+y+y2"),
    b: polynomialOption("B", "y3+x+x2"),
    codes: text(
      { seldom: true, placeholder: "CODE,CODE", example: "H1.alist,H2.alist" },
      "hypergraph-product: two binary codes, by name or file; lifted-product: two files of base matrices with one lifting size",
    ),
    girth: number(
      { seldom: true, example: "12", whole: 4, maximum: 16, defaultText: "8" },
      "circulant-pair, affine-pair: least girth of both Tanner graphs, at most 12 and 16 (no search of ours found 14 or 16)",
    ),
    rounds: number(
      { seldom: true, placeholder: "N", example: "6", whole: 1, maximum: 100_000 },
      "quantum codes, with --out FILE.stim: rounds of the memory experiment",
    ),
    basis: choice(
      ["x", "z"] as const,
      { seldom: true, defaultText: "z" },
      "quantum codes, with --out FILE.stim: basis in which the data are prepared and read",
    ),
    noise: choice(
      NOISE_MODELS,
      { seldom: true, defaultText: "uniform" },
      "quantum codes, with --out FILE.stim: uniform has one error rate after gates, resets and idling and of results; si1000 that of superconducting qubits",
    ),
    p: number(
      {
        seldom: true,
        placeholder: "P",
        example: "0.003",
        minimum: 0,
        maximum: 0.1,
        defaultText: "templates of {p}, which `ldpc simulate --circuit` takes",
      },
      "quantum codes, with --out FILE.stim: error rate",
    ),
    polynomial: CODE_FILE_OPTIONS.polynomial,
    seed: number({ ...SEED, defaultText: "1" }, "all but dispersion and products: seed of all random choices"),
    attempts: number(
      { placeholder: "N", example: "50", whole: 1, maximum: 1_000_000, defaultText: "8, met 20, pairs 2,000" },
      "number of graphs to grow; the one with the fewest short cycles is kept; met: number of base graphs to try until one has full rank; circulant-pair, affine-pair: permutations to try",
    ),
  }),
  ...inGroup("Output", {
    name: text(
      { placeholder: "NAME", example: "my-code", defaultText: "that of the file to write; met: met-{n}-{k}" },
      "name of the code",
    ),
    out: text(
      { placeholder: "FILE", example: "my-code.json", defaultText: "standard output" },
      "JSON file to write; of binary protographs FILE.base.json with circulants, of quantum codes also FILE.stim, the circuit of a memory experiment",
    ),
    force: flag("overwrite the file if it is there"),
    json: flag("with --out: print as JSON what was written"),
  }),
} as const;

type Arguments = Values<typeof OPTIONS>;

/** Options that only some families have. For another family they are an error. */
const MEMORY = ["rounds", "basis", "noise", "p"] as const;
const GROWN = ["q", "polynomial", "labels", "seed", "attempts"] as const;
const PAIR = ["q", "polynomial", "degrees", "lifting-sizes", "girth", "seed", "attempts"] as const;
const OWN_OPTIONS: Readonly<Record<Arguments["family"], readonly (keyof typeof OPTIONS)[]>> = {
  peg: ["n", "degrees", ...GROWN],
  "irregular-peg": ["n", "checks", "degrees", ...GROWN],
  "repeat-accumulate": ["n", "checks", "degrees", ...GROWN],
  protograph: ["protograph", "copies", "memory", "ends", "lifting-sizes", "objective", "punctured", ...GROWN],
  dispersion: ["q", "polynomial", "rows", "columns", "mask"],
  met: ["ensemble", "columns", "lifting-sizes", "rounding", "seed", "attempts"],
  "bivariate-bicycle": ["orders", "a", "b", ...MEMORY],
  "hypergraph-product": ["codes", ...MEMORY],
  "lifted-product": ["codes", ...MEMORY],
  "circulant-pair": PAIR,
  "affine-pair": PAIR,
};

export default defineCommand({
  options: OPTIONS,
  examples: {
    "ldpc code construct --family peg --q 4 --n 200 --degrees 2,4 --out peg-200.json":
      "a regular code over GF(4) by progressive edge growth",
    "ldpc code construct --family irregular-peg --q 2 --n 1000 --checks 500 --degrees 2:0.45,3:0.35,8:0.2 --out h.json":
      "an irregular code with few cycles of little extrinsic degree",
    "ldpc code construct --family protograph --q 2 --protograph 3,3 --copies 9 --memory 2 --lifting-sizes 9 --out h.json":
      "a spatially coupled (3,6) code of circulants",
    "ldpc code construct --family met --ensemble met-r10 --columns 400 --lifting-sizes 25 --out met.json":
      "a code of rate 1/10 from a multi-edge-type ensemble",
    "ldpc code construct --family affine-pair --q 256 --degrees 2,6 --lifting-sizes 64 --girth 12 --out pair.json":
      "a quantum code of two codes over GF(256), for ldpc simulate --code pair.json --p 0.07",
    "ldpc code construct --family bivariate-bicycle --orders 6,6 --a x3+y+y2 --b y3+x+x2 --rounds 6 --out bb72.stim":
      "the circuit of a memory experiment of a quantum code, for ldpc simulate --circuit",
  },
  async run(options, given) {
    refuseForeignOptions(options.family, given);
    if (options.out !== undefined) requireWritable(options.out, options);
    else if (options.json)
      throw new UsageError("--json describes the file of --out: without it the code itself is printed");
    const { family } = options;
    const json =
      family === "met"
        ? writeFamily(metFamily(metRecipe(options)))
        : family === "circulant-pair" || family === "affine-pair"
          ? pairFile(options, family)
          : isQuantum(family)
            ? quantumFile(options, family)
            : written(await constructed(recipeOf(options, family)), options.out);
    if (options.out === undefined) print(json);
    else {
      writeNewFile(options.out, json, options.force);
      if (options.json) printJson("code construct 1", { name: nameOf(options), files: [options.out] });
    }
  },
});

function isQuantum(family: Arguments["family"]): family is (typeof QUANTUM_FAMILIES)[number] {
  return (QUANTUM_FAMILIES as readonly string[]).includes(family);
}

/** The JSON of a code; with circulants as a base matrix unless the file is to be another. */
function written(code: Code, out: string | undefined): string {
  const hasBase = code.base !== undefined;
  if (out?.endsWith(".base.json") === true && !hasBase)
    throw new UsageError(`${out} would hold a base matrix, which this code has not: choose another ending, .json`);
  return hasBase && out?.endsWith(".base.json") !== false ? writeFamily(familyOf(code)) : writeCodeJson(code);
}

function constructed(recipe: Recipe): Promise<Code> {
  return finishShowing(constructCodeSteps(recipe), `${recipe.name}: construction`);
}

function nameOf({ name: given, out }: Arguments): string {
  const name = given ?? (out === undefined ? undefined : basename(out).replace(/(\.base)?\.json$|\.stim$/, ""));
  if (name === undefined) throw new UsageError("no --name given: the code needs one, or a file to write (--out)");
  if (!CODE_NAME.test(name))
    throw new UsageError(`--name ${name} must be letters, digits, dots, dashes and underscores`);
  return name;
}

/** The text of a quantum code: its JSON, or the circuit of a memory experiment. The construction is its command line. */
function quantumFile(options: Arguments, family: (typeof QUANTUM_FAMILIES)[number]): string {
  const name = nameOf(options);
  const [code, words] = quantumCode(options, family, name);
  const construction = `ldpc code construct --family ${family} ${words.map(shellWord).join(" ")} --name ${name}`;
  const whole = { ...code, construction };
  if (cssLogicals(whole, "z").length === 0) throw new InputError(`${name} has no logical qubit`);
  const isCircuit = options.out?.endsWith(".stim") === true;
  const given = MEMORY.find((option) => options[option] !== undefined);
  if (!isCircuit) {
    if (given !== undefined) throw new UsageError(`--${given} is of a circuit: give --out FILE.stim`);
    return writeCssJson(whole);
  }
  const memory = {
    rounds: needed(options, "rounds"),
    basis: options.basis ?? "z",
    noise: options.noise ?? "uniform",
    p: options.p,
  } as const;
  const { rounds, basis, noise, p } = memory;
  const rest = `--rounds ${rounds} --basis ${basis} --noise ${noise}${p === undefined ? "" : ` --p ${p}`}`;
  return `# ${construction} ${rest} --out ${name}.stim\n${memoryCircuit(whole, memory)}`;
}

/** The JSON of a pair of codes over GF(q). */
function pairFile(options: Arguments, family: (typeof PAIR_FAMILIES)[number]): string {
  const name = nameOf(options);
  const [q, degrees, sizes] = [needed(options, "q"), needed(options, "degrees"), needed(options, "liftingSizes")];
  if (!("regular" in degrees) || degrees.regular[0] !== 2)
    throw new UsageError(`--family ${family} has variables of degree 2: give for example --degrees 2,6`);
  if (sizes.length > 1)
    throw new UsageError(`--family ${family} has one lifting size: give for example --lifting-sizes 64`);
  const { polynomial = defaultPolynomial(q), girth = 8, seed = 1, attempts = 2000 } = options;
  const [[, columns], [size]] = [degrees.regular, sizes];
  const { x, z } = permutationPair({ family, q, polynomial, columns, size, girth, seed, attempts });
  const words = `--q ${q} --polynomial 0x${polynomial.toString(16)} --degrees 2,${columns} --lifting-sizes ${size} --girth ${girth} --seed ${seed} --attempts ${attempts}`;
  return codeJson(
    {
      name,
      description: `two (2, ${columns})-regular codes over GF(${q}) for ${x.columns * x.field.p} qubits, girth ${girth}`,
      source: `ldpc code construct --family ${family} ${words} --name ${name}`,
      matrix: x,
    },
    z,
  );
}

function quantumCode(
  options: Arguments,
  family: (typeof QUANTUM_FAMILIES)[number],
  name: string,
): readonly [code: Omit<ScheduledCode, "construction">, words: readonly string[]] {
  if (family === "bivariate-bicycle") {
    const [orders, a, b] = [needed(options, "orders"), needed(options, "a"), needed(options, "b")];
    const [l, m, ...others] = orders;
    if (m === undefined || others.length > 0) throw new UsageError("--orders needs two numbers, such as 6,6");
    const words = ["--orders", orders.join(","), "--a", polynomialText(a), "--b", polynomialText(b)];
    return [bivariateBicycle(name, [l, m], a, b), words];
  }
  const codes = needed(options, "codes").split(",");
  const [first, second = first, ...others] = codes;
  if (others.length > 0) throw new UsageError("--codes needs one code, or two");
  const pair = [loadCode(first), loadCode(second)] as const;
  return [productOfCodes(name, pair, family === "lifted-product"), ["--codes", codes.join(",")]];
}

function recipeOf(options: Arguments, family: Recipe["family"]): Recipe {
  const name = nameOf(options);
  const q = needed(options, "q");
  const polynomial = options.polynomial ?? defaultPolynomial(q);
  const base = { name, q, polynomial };
  if (family === "dispersion")
    return {
      ...base,
      family,
      rows: needed(options, "rows"),
      columns: checkUsage(() => rangeOption(needed(options, "columns"), "--columns")),
      mask: options.mask,
    };
  const grown = {
    labels: options.labels ?? "optimised",
    seed: options.seed ?? 1,
    attempts: options.attempts ?? 8,
  } as const;
  if (family === "protograph") return { ...base, ...grown, family, ...protographOf(options) };
  const n = needed(options, "n");
  const degrees = needed(options, "degrees");
  if (family === "peg") {
    if ("shares" in degrees) {
      throw new UsageError(
        "--family peg has one degree of variables and one of checks: give for example --degrees 3,6",
      );
    }
    return { ...base, ...grown, family, n, degrees: degrees.regular };
  }
  if (!("shares" in degrees))
    throw new UsageError(`--family ${family} needs degrees with shares: give for example --degrees 2:0.5,3:0.5`);
  return { ...base, ...grown, family, n, checks: needed(options, "checks"), degrees: degrees.shares };
}

function protographOf(options: Arguments) {
  const { copies, memory, ends, objective = "cycles", punctured } = options;
  const [liftingSize, ...others] = needed(options, "liftingSizes");
  if (others.length > 0)
    throw new UsageError("--family protograph has one lifting size: give for example --lifting-sizes 64");
  if ((copies === undefined) !== (memory === undefined) || (ends !== undefined && copies === undefined))
    throw new UsageError("spatially coupled codes need --copies and --memory");
  const coupling =
    copies === undefined || memory === undefined
      ? {}
      : { coupling: { length: copies, memory, ends: ends ?? "terminated" } };
  const protograph = needed(options, "protograph");
  return { protograph, liftingSize, objective, ...coupling, ...(punctured && { punctured }) };
}

function metRecipe(options: Arguments): MetRecipe {
  const name = options.name ?? "met-{n}-{k}";
  const plain = name.replace(/\{[nkz]\}/g, "0");
  if (!CODE_NAME.test(plain))
    throw new UsageError(`--name ${name} must be letters, digits, dots, dashes, underscores, and {n}, {k} or {z}`);
  const liftingSizes = needed(options, "liftingSizes");
  if (liftingSizes.length > 1 && plain === name)
    throw new UsageError(`--name ${name} would be that of ${liftingSizes.length} codes: put {n} or {z} into it`);
  const ensembleName = needed(options, "ensemble");
  return {
    family: "met",
    name,
    ensemble: loadEnsemble(ensembleName),
    ensembleName,
    columns: checkUsage(() => integerOption("columns", needed(options, "columns"), 1, 100_000)),
    liftingSizes,
    rounding: options.rounding ?? "none",
    seed: options.seed ?? 1,
    attempts: options.attempts ?? 20,
  };
}

function refuseForeignOptions(family: Arguments["family"], given: Given): void {
  const families = [...FAMILIES, ...QUANTUM_FAMILIES, ...PAIR_FAMILIES] as const;
  const all = families.flatMap((other) => OWN_OPTIONS[other]);
  const foreign = all.find((name) => given.has(name) && !OWN_OPTIONS[family].includes(name));
  if (foreign === undefined) return;
  const owners = wordList(
    families.filter((other) => OWN_OPTIONS[other].includes(foreign)),
    "or",
  );
  throw new UsageError(`--${foreign} belongs to --family ${owners}: leave it out for --family ${family}`);
}

/** Options without a default. */
type Needed = { [Name in keyof Arguments]-?: undefined extends Arguments[Name] ? Name : never }[keyof Arguments];

function needed<Name extends Needed>(options: Arguments, name: Name): NonNullable<Arguments[Name]> {
  const value = options[name];
  if (value === undefined) throw new UsageError(`--family ${options.family} needs --${kebab(name)}`);
  return value as NonNullable<Arguments[Name]>;
}

/** Reads `0-9` as [0, 9], with both ends included. */
export function rangeOption(text: string, label: string): readonly [first: number, last: number] {
  const [, first, last] = /^(\d{1,3})-(\d{1,3})$/.exec(text) ?? [];
  if (first === undefined) throw new InputError(`${label} ${text} is not a range: give for example 0-9`);
  return [Number(first), Number(last)];
}

/** Reads `0,2,3|0,1,6` as [[0, 2, 3], [0, 1, 6]]. */
export function maskOption(text: string, label: string): Mask {
  if (!/^\d{1,3}(,\d{1,3})*(\|\d{1,3}(,\d{1,3})*)*$/.test(text))
    throw new InputError(`${label} ${text} is not a mask: give for example "0,2,3|0,1,6", a circulant's ones each`);
  return text.split("|").map((circulant) => circulant.split(",").map(Number));
}

/** Degrees of a regular code, or of its variables with their shares. */
type Degrees =
  | { readonly regular: readonly [variable: number, check: number] }
  | { readonly shares: readonly (readonly [degree: number, share: number])[] };

/** Reads `3,6`, variable and check degree, or `2:0.45,3:0.35,8:0.2`. */
function degreesOption(text: string, label: string): Degrees {
  const [, variable, check] = /^(\d{1,5}),(\d{1,5})$/.exec(text) ?? [];
  if (variable !== undefined) return { regular: [Number(variable), Number(check)] };
  const shares = text.split(",").map((part) => /^(\d{1,5}):(\d*\.?\d+(?:e-?\d{1,3})?)$/.exec(part));
  if (shares.every((found) => found !== null))
    return { shares: shares.map(([, degree, share]) => [Number(degree), Number(share)] as const) };
  throw new InputError(
    `${label} ${text} is not a variable and a check degree, such as 3,6, nor degrees with shares, such as 2:0.5,3:0.5`,
  );
}

/** Reads `1,2|0,3` as [[1, 2], [0, 3]], or a file with a check on each line. */
export function protographOption(text: string, label: string): readonly number[][] {
  if (/^[\d,|]+$/.test(text)) return text.split("|").map((row) => integersOption(row, label, 0, 64));
  let file: string;
  try {
    file = readText(text);
  } catch (error) {
    const { message } = error as Error;
    throw new InputError(`${label} ${text} is neither numbers nor a file (${message}): give for example 1,2,0|3,1,2`);
  }
  const rows = file.split("\n").map((line) => line.trim());
  return rows.filter((row) => row !== "").map((row) => integersOption(row.split(/[\s,]+/).join(","), text, 0, 64));
}

/** Reads `25,250,2500` as [25, 250, 2500]. @param ascends whether each must be larger than the one before. */
export function integersOption(text: string, label: string, least: number, most: number, ascends = false): number[] {
  const values = text.split(",").map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : Number.NaN));
  if (values.every((value, i) => value >= least && value <= most && !(ascends && value <= values[i - 1])))
    return values;
  throw new InputError(
    `${label} ${text} is not a list of whole numbers from ${least} to ${most}${ascends ? " that ascend" : ""}: give for example 25,250`,
  );
}
