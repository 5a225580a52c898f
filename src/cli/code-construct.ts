import { basename } from "node:path";
import type { CommandModule } from "yargs";
import { LIFTING_SIZE_MAXIMUM } from "../code/base-matrix.ts";
import { LABEL_METHODS, type LabelMethod } from "../code/construct/labels.ts";
import { type MetRecipe, metFamily } from "../code/construct/met/family.ts";
import { ROUNDINGS, type Rounding } from "../code/construct/met/nodes.ts";
import { constructCode, FAMILIES, type Recipe } from "../code/construct/recipe.ts";
import { CODE_NAME } from "../code/formats/code-name.ts";
import { writeFamily } from "../code/formats/family.ts";
import { writeCodeJson } from "../code/formats/json.ts";
import { InputError } from "../errors.ts";
import { defaultPolynomial } from "../galois/primitive.ts";
import { loadEnsemble } from "../node/ensembles.ts";
import { writeNewFile } from "../node/new-file.ts";
import { degreesOption, integerOption, integersOption, maskOption, rangeOption } from "./construct-options.ts";
import { print } from "./output.ts";
import { parsePolynomial } from "./polynomial.ts";

interface Arguments {
  family: (typeof FAMILIES)[number];
  q?: string;
  polynomial?: string;
  name?: string;
  out?: string;
  force: boolean;
  n?: string;
  degrees?: string;
  labels?: LabelMethod;
  seed?: string;
  attempts?: string;
  rows?: string;
  columns?: string;
  mask?: string;
  ensemble?: string;
  liftingSizes?: string;
  rounding?: Rounding;
}

/** What not every family takes; given to another they would be ignored without a word. */
const OWN_OPTIONS = {
  peg: ["q", "polynomial", "n", "degrees", "labels", "seed", "attempts"],
  dispersion: ["q", "polynomial", "rows", "columns", "mask"],
  met: ["ensemble", "columns", "liftingSizes", "rounding", "seed", "attempts"],
} as const satisfies Record<Arguments["family"], readonly (keyof Arguments)[]>;

const command: CommandModule<object, Arguments> = {
  command: "construct",
  describe: "make a code; the same options make the same file everywhere",
  builder: (yargs) => {
    const text = { type: "string", requiresArg: true } as const;
    return yargs
      .option("family", { choices: FAMILIES, demandOption: true, describe: "how the code is made" })
      .option("q", { ...text, describe: "peg, dispersion: field size: 2, 4, 8, … 256" })
      .option("polynomial", {
        ...text,
        describe: "peg, dispersion: primitive polynomial, the usual one of GF(q) if left out",
      })
      .option("name", {
        ...text,
        describe: "name of the code; that of the file to write if left out (met: met-{n}-{k})",
      })
      .option("out", { ...text, describe: "JSON file to write; standard output if left out" })
      .option("force", { type: "boolean", default: false, describe: "overwrite the file if there is one" })
      .option("n", { ...text, describe: "peg: code length in symbols" })
      .option("degrees", { ...text, describe: "peg: degree of every variable and every check, for example 3,6" })
      .option("labels", { choices: LABEL_METHODS, describe: "peg: field elements on the edges (optimised)" })
      .option("seed", { ...text, describe: "peg, met: seed of all random choices (1)" })
      .option("attempts", {
        ...text,
        describe:
          "peg: graphs to grow, the one with fewest short cycles stays (8); met: base graphs, the first of full rank stays (20)",
      })
      .option("rows", { ...text, describe: "dispersion: rows of the base matrix, for example 0-9" })
      .option("columns", {
        ...text,
        describe: "dispersion: columns of the base matrix, for example 10-29; met: how many, for example 400",
      })
      .option("mask", { ...text, describe: 'dispersion: blocks to keep, for example "0,2,3|0,1,6"' })
      .option("ensemble", {
        ...text,
        describe: "met: name or file of the multi-edge-type ensemble, for example met-r10",
      })
      .option("lifting-sizes", { ...text, describe: "met: Z of each code, for example 25,250,2500" })
      .option("rounding", {
        choices: ROUNDINGS,
        describe:
          "met: nearest: where the columns make parts of nodes, and checks then get a socket more or less (none)",
      });
  },
  handler(options) {
    refuseForeignOptions(options);
    const json =
      options.family === "met"
        ? writeFamily(metFamily(metRecipe(options)))
        : writeCodeJson(constructCode(recipeOf(options, options.family)));
    if (options.out === undefined) print(json);
    else writeNewFile(options.out, json, options.force);
  },
};

export default command;

function recipeOf(options: Arguments, family: Recipe["family"]): Recipe {
  const name = options.name ?? (options.out === undefined ? undefined : basename(options.out, ".json"));
  if (name === undefined) throw new InputError("no --name given: the code needs one, or a file to write (--out)");
  if (!CODE_NAME.test(name)) {
    throw new InputError(`--name ${name} must be letters, digits, dots, dashes and underscores`);
  }
  const q = integerOption("q", needed(options, "q"), 2, 256);
  const polynomial = options.polynomial === undefined ? defaultPolynomial(q) : parsePolynomial(options.polynomial);
  const base = { name, q, polynomial };
  if (family === "dispersion") {
    return {
      ...base,
      family,
      rows: rangeOption("rows", needed(options, "rows")),
      columns: rangeOption("columns", needed(options, "columns")),
      mask: options.mask === undefined ? undefined : maskOption("mask", options.mask),
    };
  }
  return {
    ...base,
    family,
    n: integerOption("n", needed(options, "n"), 1, 1_000_000),
    degrees: degreesOption("degrees", needed(options, "degrees")),
    labels: options.labels ?? "optimised",
    seed: integerOption("seed", options.seed ?? "1", 0, 2 ** 32 - 1),
    attempts: integerOption("attempts", options.attempts ?? "8", 1, 10_000),
  };
}

function metRecipe(options: Arguments): MetRecipe {
  const name = options.name ?? "met-{n}-{k}";
  const plain = name.replace(/\{[nkz]\}/g, "0");
  if (!CODE_NAME.test(plain)) {
    throw new InputError(`--name ${name} must be letters, digits, dots, dashes, underscores, and {n}, {k} or {z}`);
  }
  const liftingSizes = integersOption("lifting-sizes", needed(options, "liftingSizes"), 1, LIFTING_SIZE_MAXIMUM);
  if (liftingSizes.length > 1 && plain === name) {
    throw new InputError(`--name ${name} would be that of ${liftingSizes.length} codes: put {n} or {z} into it`);
  }
  const ensembleName = needed(options, "ensemble");
  return {
    family: "met",
    name,
    ensemble: loadEnsemble(ensembleName),
    ensembleName,
    columns: integerOption("columns", needed(options, "columns"), 1, 100_000),
    liftingSizes,
    rounding: options.rounding ?? "none",
    seed: integerOption("seed", options.seed ?? "1", 0, 2 ** 32 - 1),
    attempts: integerOption("attempts", options.attempts ?? "20", 1, 10_000),
  };
}

function refuseForeignOptions(options: Arguments): void {
  const own: readonly string[] = OWN_OPTIONS[options.family];
  for (const family of FAMILIES) {
    const foreign = OWN_OPTIONS[family].find((name) => options[name] !== undefined && !own.includes(name));
    if (foreign !== undefined) {
      throw new InputError(
        `--${optionName(foreign)} belongs to --family ${family}: leave it out for --family ${options.family}`,
      );
    }
  }
}

type Needed = "q" | "n" | "degrees" | "rows" | "columns" | "ensemble" | "liftingSizes";

function needed(options: Arguments, name: Needed): string {
  const text = options[name];
  if (text === undefined) throw new InputError(`--family ${options.family} needs --${optionName(name)}`);
  return text;
}

/** `liftingSizes` as the command line has it: `lifting-sizes`. */
function optionName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
