import type { Argv } from "yargs";
import { VALUE_CONVENTIONS, type ValueConvention } from "../code/formats/format.ts";
import { formats } from "../code/formats/index.ts";
import { CODE_COLUMNS, type CodeColumns, type LoadOptions } from "../node/codes.ts";
import type { CodewordSource } from "../source/word-source.ts";
import { integerOption } from "./construct-options.ts";
import { parsePolynomial } from "./polynomial.ts";

/** The options of every command that reads a code from a file. */
export interface CodeFileArguments {
  readonly format?: string;
  readonly values?: ValueConvention;
  readonly polynomial?: string;
  readonly liftingSize?: string;
  readonly rows?: string;
  readonly fillers?: string;
  readonly columns?: CodeColumns;
}

/** Adds them to a command. */
export function withCodeFileOptions<T>(yargs: Argv<T>): Argv<T & CodeFileArguments> {
  return yargs
    .option("format", {
      type: "string",
      requiresArg: true,
      describe: `format of the file, its ending decides if left out: ${Object.keys(formats).join(", ")}`,
    })
    .option("values", {
      choices: VALUE_CONVENTIONS,
      requiresArg: true,
      describe: "what the values in the file mean; the format's convention if left out",
    })
    .option("polynomial", {
      type: "string",
      requiresArg: true,
      describe: "primitive polynomial of the file's field, for example 0x25; the usual one of GF(q) if left out",
    })
    .option("lifting-size", {
      type: "string",
      requiresArg: true,
      describe: "which code of a file of base matrices; needed if the file has several",
    })
    .option("rows", {
      type: "string",
      requiresArg: true,
      describe: "5G: block rows used, from the first; their number sets the rate; all if left out",
    })
    .option("fillers", {
      type: "string",
      requiresArg: true,
      describe: "5G: the last so many information bits are zero and not sent [0]",
    })
    .option("columns", {
      choices: CODE_COLUMNS,
      requiresArg: true,
      describe: "information: the information columns of H alone, as reconciliation uses a standard's code [all]",
    });
}

/** What is sent if nothing is said: of information columns no codewords can be. */
export function defaultWords({ columns }: CodeFileArguments): CodewordSource {
  return columns === "information" ? "syndrome" : "random";
}

/** What `loadCode` wants to know of them. */
export function loadOptions(options: CodeFileArguments): LoadOptions {
  const { format, values, polynomial, liftingSize, rows, fillers, columns } = options;
  const integer = (name: string, text: string | undefined): number | undefined =>
    text === undefined ? undefined : integerOption(name, text, 0);
  return {
    format,
    values,
    polynomial: polynomial === undefined ? undefined : parsePolynomial(polynomial),
    liftingSize: integer("lifting-size", liftingSize),
    rows: integer("rows", rows),
    fillers: integer("fillers", fillers),
    columns,
  };
}
