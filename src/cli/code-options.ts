import type { Argv } from "yargs";
import { VALUE_CONVENTIONS, type ValueConvention } from "../code/formats/format.ts";
import { formats } from "../code/formats/index.ts";
import type { LoadOptions } from "../node/codes.ts";
import { parsePolynomial } from "./polynomial.ts";

/** The options of every command that reads a code from a file. */
export interface CodeFileArguments {
  readonly format?: string;
  readonly values?: ValueConvention;
  readonly polynomial?: string;
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
    });
}

/** What `loadCode` wants to know of them. */
export function loadOptions({ format, values, polynomial }: CodeFileArguments): LoadOptions {
  return { format, values, polynomial: polynomial === undefined ? undefined : parsePolynomial(polynomial) };
}
