import { basename } from "node:path";
import type { CommandModule } from "yargs";
import { LABEL_METHODS, type LabelMethod } from "../code/construct/labels.ts";
import { constructCode, FAMILIES, type Recipe } from "../code/construct/recipe.ts";
import { writeCodeJson } from "../code/formats/json.ts";
import { InputError } from "../errors.ts";
import { defaultPolynomial } from "../galois/primitive.ts";
import { writeNewFile } from "../node/new-file.ts";
import { degreesOption, integerOption, maskOption, rangeOption } from "./construct-options.ts";
import { print } from "./output.ts";
import { parsePolynomial } from "./polynomial.ts";

interface Arguments {
  family: Recipe["family"];
  q: string;
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
}

/** What only one family takes; given to the other they would be ignored without a word. */
const OWN_OPTIONS = {
  peg: ["n", "degrees", "labels", "seed", "attempts"],
  dispersion: ["rows", "columns", "mask"],
} as const satisfies Record<Recipe["family"], readonly (keyof Arguments)[]>;

const command: CommandModule<object, Arguments> = {
  command: "construct",
  describe: "make a code; the same options make the same file everywhere",
  builder: (yargs) => {
    const text = { type: "string", requiresArg: true } as const;
    return yargs
      .option("family", { choices: FAMILIES, demandOption: true, describe: "how the code is made" })
      .option("q", { ...text, demandOption: true, describe: "field size: 2, 4, 8, … 256" })
      .option("polynomial", { ...text, describe: "primitive polynomial, the usual one of GF(q) if left out" })
      .option("name", { ...text, describe: "name of the code; that of the file to write if left out" })
      .option("out", { ...text, describe: "JSON file to write; standard output if left out" })
      .option("force", { type: "boolean", default: false, describe: "overwrite the file if there is one" })
      .option("n", { ...text, describe: "peg: code length in symbols" })
      .option("degrees", { ...text, describe: "peg: degree of every variable and every check, for example 3,6" })
      .option("labels", { choices: LABEL_METHODS, describe: "peg: field elements on the edges (optimised)" })
      .option("seed", { ...text, describe: "peg: seed of all random choices (1)" })
      .option("attempts", { ...text, describe: "peg: graphs to grow, the one with fewest short cycles stays (8)" })
      .option("rows", { ...text, describe: "dispersion: rows of the base matrix, for example 0-9" })
      .option("columns", { ...text, describe: "dispersion: columns of the base matrix, for example 10-29" })
      .option("mask", { ...text, describe: 'dispersion: blocks to keep, for example "0,2,3|0,1,6"' });
  },
  handler(options) {
    const json = writeCodeJson(constructCode(recipeOf(options)));
    if (options.out === undefined) print(json);
    else writeNewFile(options.out, json, options.force);
  },
};

export default command;

function recipeOf(options: Arguments): Recipe {
  const { family } = options;
  refuseForeignOptions(options);
  const name = options.name ?? (options.out === undefined ? undefined : basename(options.out, ".json"));
  if (name === undefined) throw new InputError("no --name given: the code needs one, or a file to write (--out)");
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) {
    throw new InputError(`--name ${name} must be letters, digits, dots, dashes and underscores`);
  }
  const q = integerOption("q", options.q, 2, 256);
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

function refuseForeignOptions(options: Arguments): void {
  for (const family of FAMILIES) {
    if (family === options.family) continue;
    const foreign = OWN_OPTIONS[family].find((name) => options[name] !== undefined);
    if (foreign !== undefined) {
      throw new InputError(`--${foreign} belongs to --family ${family}: leave it out for --family ${options.family}`);
    }
  }
}

function needed(options: Arguments, name: "n" | "degrees" | "rows" | "columns"): string {
  const text = options[name];
  if (text === undefined) throw new InputError(`--family ${options.family} needs --${name}`);
  return text;
}
