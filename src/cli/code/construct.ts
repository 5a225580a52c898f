import { basename } from "node:path";
import { LIFTING_SIZE_MAXIMUM } from "../../code/base-matrix.ts";
import type { Code } from "../../code/code.ts";
import { LABEL_METHODS } from "../../code/construct/labels.ts";
import { type MetRecipe, metFamily } from "../../code/construct/met/family.ts";
import { ROUNDINGS } from "../../code/construct/met/nodes.ts";
import { constructCodeSteps, FAMILIES, type Recipe } from "../../code/construct/recipe.ts";
import { CODE_NAME } from "../../code/formats/code-name.ts";
import { writeFamily } from "../../code/formats/family.ts";
import { writeCodeJson } from "../../code/formats/json.ts";
import { defaultPolynomial } from "../../galois/primitive.ts";
import { loadEnsemble } from "../../node/codes/ensembles.ts";
import { requireWritable, writeNewFile } from "../../node/disk/new-file.ts";
import { kebab } from "../command-line/case.ts";
import { defineCommand, type Given, type Values } from "../command-line/command.ts";
import { choice, flag, number, parsed, text } from "../command-line/option.ts";
import { checkUsage, UsageError } from "../command-line/usage-error.ts";
import { finishShowing } from "../long-work.ts";
import { CODE_FILE_OPTIONS } from "../options/code.ts";
import { degreesOption, integerOption, integersOption, maskOption, rangeOption } from "../options/values.ts";
import { print } from "../output.ts";

const OPTIONS = {
  family: choice(FAMILIES, {
    group: "Code",
    describe: "peg: progressive edge growth; dispersion: circulants over GF(q); met: multi-edge-type ensemble",
    required: true,
  }),
  q: number({
    group: "Code",
    placeholder: "Q",
    describe: "peg, dispersion: field size, a power of 2",
    example: "32",
    noun: "a field size",
    whole: true,
    minimum: 2,
    maximum: 256,
  }),
  n: number({
    group: "Code",
    placeholder: "N",
    describe: "peg: code length in symbols",
    example: "200",
    noun: "a code length",
    whole: true,
    minimum: 1,
    maximum: 1_000_000,
  }),
  degrees: parsed(
    {
      group: "Code",
      placeholder: "DV,DC",
      describe: "peg: degree of every variable and of every check",
      example: "3,6",
    },
    degreesOption,
  ),
  labels: choice(LABEL_METHODS, {
    group: "Code",
    describe: "peg: how field elements are put on the edges",
    defaultText: "optimised",
  }),
  rows: parsed(
    { group: "Code", placeholder: "RANGE", describe: "dispersion: rows of the base matrix", example: "0-9" },
    rangeOption,
  ),
  columns: text({
    group: "Code",
    placeholder: "COLUMNS",
    describe: "dispersion: columns of the base matrix, such as 10-29; met: number of columns of the base matrix",
    example: "10-29",
  }),
  mask: parsed(
    { group: "Code", placeholder: "MASK", describe: "dispersion: blocks to keep", example: "0,2,3|0,1,6" },
    maskOption,
  ),
  ensemble: text({
    group: "Code",
    placeholder: "ENSEMBLE",
    describe: "met: name or file of the multi-edge-type ensemble",
    example: "met-r10",
  }),
  "lifting-sizes": parsed(
    { group: "Code", placeholder: "SIZES", describe: "met: lifting size of each code", example: "25,250,2500" },
    (text, label) => integersOption(text, label, 1, LIFTING_SIZE_MAXIMUM),
  ),
  rounding: choice(ROUNDINGS, {
    group: "Code",
    describe:
      "met: none refuses columns that do not divide into whole nodes of each type; nearest rounds, so that some checks have a socket more or less",
    defaultText: "none",
  }),
  polynomial: { ...CODE_FILE_OPTIONS.polynomial, group: "Code" },
  seed: number({
    group: "Code",
    placeholder: "SEED",
    describe: "peg, met: seed of all random choices",
    example: "7",
    noun: "a seed",
    whole: true,
    minimum: 0,
    maximum: 2 ** 32 - 1,
    defaultText: "1",
  }),
  attempts: number({
    group: "Code",
    placeholder: "N",
    describe:
      "peg: number of graphs to grow; the one with the fewest short cycles is kept; met: number of base graphs to try until one has full rank",
    example: "50",
    noun: "the number of attempts",
    whole: true,
    minimum: 1,
    maximum: 10_000,
    defaultText: "peg 8, met 20",
  }),
  name: text({
    group: "Output",
    placeholder: "NAME",
    describe: "name of the code",
    example: "my-code",
    defaultText: "that of the file to write; met: met-{n}-{k}",
  }),
  out: text({
    group: "Output",
    placeholder: "FILE",
    describe: "JSON file to write",
    example: "my-code.json",
    defaultText: "standard output",
  }),
  force: flag({ group: "Output", describe: "overwrite the file if it is there" }),
} as const;

type Arguments = Values<typeof OPTIONS>;

/** Options that only some families have. For another family they are an error. */
const OWN_OPTIONS = {
  peg: ["q", "polynomial", "n", "degrees", "labels", "seed", "attempts"],
  dispersion: ["q", "polynomial", "rows", "columns", "mask"],
  met: ["ensemble", "columns", "lifting-sizes", "rounding", "seed", "attempts"],
} as const satisfies Record<Arguments["family"], readonly (keyof typeof OPTIONS)[]>;

export default defineCommand({
  options: OPTIONS,
  examples: [
    {
      line: "ldpc code construct --family peg --q 4 --n 200 --degrees 2,4 --out peg-200.json",
      does: "a regular code over GF(4) by progressive edge growth",
    },
    {
      line: "ldpc code construct --family met --ensemble met-r10 --columns 400 --lifting-sizes 25 --out met.json",
      does: "a code of rate 1/10 from a multi-edge-type ensemble",
    },
  ],
  async run(options, given) {
    refuseForeignOptions(options.family, given);
    if (options.out !== undefined) requireWritable(options.out, options);
    const json =
      options.family === "met"
        ? writeFamily(metFamily(metRecipe(options)))
        : writeCodeJson(await constructed(recipeOf(options, options.family)));
    if (options.out === undefined) print(json);
    else writeNewFile(options.out, json, options.force);
  },
});

function constructed(recipe: Recipe): Promise<Code> {
  return finishShowing(constructCodeSteps(recipe), `${recipe.name}: construction`);
}

function recipeOf(options: Arguments, family: Recipe["family"]): Recipe {
  const name = options.name ?? (options.out === undefined ? undefined : basename(options.out, ".json"));
  if (name === undefined) throw new UsageError("no --name given: the code needs one, or a file to write (--out)");
  if (!CODE_NAME.test(name)) {
    throw new UsageError(`--name ${name} must be letters, digits, dots, dashes and underscores`);
  }
  const q = needed(options, "q");
  const polynomial = options.polynomial ?? defaultPolynomial(q);
  const base = { name, q, polynomial };
  if (family === "dispersion") {
    return {
      ...base,
      family,
      rows: needed(options, "rows"),
      columns: checkUsage(() => rangeOption(needed(options, "columns"), "--columns")),
      mask: options.mask,
    };
  }
  return {
    ...base,
    family,
    n: needed(options, "n"),
    degrees: needed(options, "degrees"),
    labels: options.labels ?? "optimised",
    seed: options.seed ?? 1,
    attempts: options.attempts ?? 8,
  };
}

function metRecipe(options: Arguments): MetRecipe {
  const name = options.name ?? "met-{n}-{k}";
  const plain = name.replace(/\{[nkz]\}/g, "0");
  if (!CODE_NAME.test(plain)) {
    throw new UsageError(`--name ${name} must be letters, digits, dots, dashes, underscores, and {n}, {k} or {z}`);
  }
  const liftingSizes = needed(options, "liftingSizes");
  if (liftingSizes.length > 1 && plain === name) {
    throw new UsageError(`--name ${name} would be that of ${liftingSizes.length} codes: put {n} or {z} into it`);
  }
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
  const own: readonly string[] = OWN_OPTIONS[family];
  for (const other of FAMILIES) {
    const foreign = OWN_OPTIONS[other].find((name) => given.has(name) && !own.includes(name));
    if (foreign !== undefined) {
      throw new UsageError(`--${foreign} belongs to --family ${other}: leave it out for --family ${family}`);
    }
  }
}

type Needed = "q" | "n" | "degrees" | "rows" | "columns" | "ensemble" | "liftingSizes";

function needed<Name extends Needed>(options: Arguments, name: Name): NonNullable<Arguments[Name]> {
  const value = options[name];
  if (value === undefined) throw new UsageError(`--family ${options.family} needs --${kebab(name)}`);
  return value;
}
